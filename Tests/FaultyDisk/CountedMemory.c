#include "CSQLite.h"

/// Has SQLite count its memory without locks before the first test opens anything, as the program does:
/// tests on several threads waited for each other most of the time.
__attribute__((constructor)) static void count_memory(void) { csqlite_configure(); }
