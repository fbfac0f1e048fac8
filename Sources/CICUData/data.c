// The data of ICU, of which the release program needs none: 34 MB of locales, calendars and names of
// characters. ICU is a part of Foundation, and `regexp` is all that uses it here; what it knows of
// letters is in its code. In the place of the data there is a package with nothing in it, as ICU has
// one itself ("stubdata") for what is linked before the data are made. Patterns that ask for what is
// not there, such as `\N{SPACE}` and `\X`, are then errors.
//
// A newer ICU has another name for its data: then they are linked again, and all works as before.
#ifdef WITHOUT_ICU_DATA
#include <stdint.h>

// The layout is that of ICU's `UDataInfo` and of its table of contents.
struct package {
  uint16_t header_size;
  uint8_t magic[2];
  uint16_t info_size, reserved_word;
  uint8_t is_big_endian, charset_family, size_of_uchar, reserved_byte;
  uint8_t data_format[4], format_version[4], data_version[4];
  uint8_t padding[8];
  uint32_t count;
};

__attribute__((visibility("hidden"), aligned(16))) const struct package icudt76_dat = {
    .header_size = 32,
    .magic = {0xda, 0x27},
    .info_size = 20,
    .size_of_uchar = 2,
    .data_format = {'T', 'o', 'C', 'P'},
    .format_version = {1},
};
#endif
