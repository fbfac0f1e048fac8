#include "CZlib.h"

int czlib_inflate_init(z_stream *stream) { return inflateInit2(stream, -MAX_WBITS); }
