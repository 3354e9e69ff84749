/* qr_path.c - QR codes as paths: drawn again, they are what the library made, with the three
 * squares by which readers find a code.
 */
#include "config.h"

#include "base/text.h"
#include "club/site/contests/qr_path.h"
#include "tests/lib/tap.h"

#include <qrencode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE_MAX = 177 };

static bool module[SIDE_MAX][SIDE_MAX];

/* Draws "Mx yhNv1h-Nz..."; false: it is something else. */
static bool draw(const char *path) {
    memset(module, 0, sizeof module);
    while (*path) {
        int x, y, width, back, used = 0;
        if (sscanf(path, "M%d %dh%dv1h-%dz%n", &x, &y, &width, &back, &used) != 4 || !used ||
            back != width || x < 0 || y < 0 || width < 1 || x + width > SIDE_MAX || y >= SIDE_MAX)
            return false;
        for (int i = 0; i < width; i++)
            module[y][x + i] = true;
        path += used;
    }
    return true;
}

/* Dark, a light ring, and three by three dark ones. */
static bool has_finder(int left, int top) {
    bool there = true;
    for (int y = 0; y < 7; y++)
        for (int x = 0; x < 7; x++) {
            int from_middle = abs(x - 3) > abs(y - 3) ? abs(x - 3) : abs(y - 3);
            there &= module[top + y][left + x] == (from_middle != 2);
        }
    return there;
}

static void test_code(const char *words) {
    struct text path = {0};
    int size = 0;
    bool same = true;
    ok(qr_path_add(words, &path, &size) && draw(text_get(&path)), "%d bytes", (int)strlen(words));
    QRcode *code = QRcode_encodeString8bit(words, 0, QR_ECLEVEL_M);
    is_int(size, code->width, "as wide as the code");
    for (int i = 0; i < size * size; i++)
        same &= module[i / size][i % size] == (code->data[i] & 1);
    ok(same, "each module is there");
    ok(has_finder(0, 0) && has_finder(size - 7, 0) && has_finder(0, size - 7), "with its corners");
    QRcode_free(code);
    text_free(&path);
}

int main(void) {
    char words[QR_TEXT_MAX + 2];
    struct text path = {0};
    int size;
    test_code("a");
    test_code("http://192.168.1.20:8080/#slip/0123456789abcdef0123456789abcdef/"
              "0123456789abcdef0123456789abcdef");
    memset(words, 'x', sizeof words);
    words[QR_TEXT_MAX] = '\0';
    test_code(words);
    words[QR_TEXT_MAX] = 'x';
    words[QR_TEXT_MAX + 1] = '\0';
    ok(!qr_path_add(words, &path, &size), "no more than that");
    text_free(&path);
    return done();
}
