// Replaces the data of ICU by an empty package, because the release program does not need the 34 MB of
// locales, calendars and character names. ICU is a part of Foundation. The program uses it only for
// `regexp`, and the properties of letters are in ICU's code. ICU has an empty package of its own
// ("stubdata") for programs that are linked before the data are built. Without the data, patterns such
// as `\N{SPACE}` and `\X` are errors.
//
// A newer version of ICU uses another name for its data. The data are then linked again, and these
// patterns are valid.
#ifdef WITHOUT_ICU_DATA
#include <stdint.h>

// The layout of ICU's `UDataInfo` and of its table of contents.
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
