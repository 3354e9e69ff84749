/* qr_path.c - a QR code by libqrencode, as the path of an SVG: each run of dark modules in a row
 * is one rectangle, so that the path is short and prints without seams. */
#include "config.h"

#include "club/site/contests/qr_path.h"

#include "base/text.h"

#include <qrencode.h>
#include <string.h>

/* Modules that follow each other in a row are one rectangle. */
static void add_row(struct text *path, const unsigned char *module, int width, int row) {
    for (int from = 0, to; from < width; from = to) {
        bool dark = module[from] & 1;
        for (to = from + 1; to < width && (module[to] & 1) == dark; to++)
            continue;
        if (dark)
            text_addf(path, "M%d %dh%dv1h-%dz", from, row, to - from, to - from);
    }
}

bool qr_path_add(const char *words, struct text *path, int *size) {
    if (strlen(words) > QR_TEXT_MAX)
        return false;
    QRcode *code = QRcode_encodeString8bit(words, 0, QR_ECLEVEL_M);
    if (!code)
        return false;
    *size = code->width;
    for (int row = 0; row < code->width; row++)
        add_row(path, code->data + row * code->width, code->width, row);
    QRcode_free(code);
    return !path->failed;
}
