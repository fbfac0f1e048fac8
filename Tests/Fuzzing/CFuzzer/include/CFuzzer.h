#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer with the arguments of the program on a function that judges one input.
///
/// It ends the program itself unless the arguments are wrong.
int cfuzzer_run(
  int count, char *_Nullable *_Nonnull arguments,
  int (*_Nonnull judge)(const uint8_t *_Nullable bytes, size_t count));
