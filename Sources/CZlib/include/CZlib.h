#ifndef CZLIB_H
#define CZLIB_H

#include <zlib.h>

/// Begins to inflate bytes without a header, as zip archives have them; `inflateInit2` is a macro, which Swift
/// cannot call.
int czlib_inflate_init(z_stream *stream);

#endif
