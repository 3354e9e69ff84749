/* config.h - what ./configure finds out elsewhere; the name and version come from the command line.
 */
#define ENABLE_NLS 1
