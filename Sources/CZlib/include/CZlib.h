#ifndef CZLIB_H
#define CZLIB_H

#include <zlib.h>

/// Prepares a stream for inflating data without a header, like the data in ZIP archives. Swift cannot
/// call `inflateInit2`, because it is a macro.
int czlib_inflate_init(z_stream *stream);

#endif
