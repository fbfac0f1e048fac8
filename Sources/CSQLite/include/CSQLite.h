#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

/// Takes a name in double quotation marks for a name only, never for a text, on one connection.
int csqlite_disable_double_quoted_texts(sqlite3 *connection);

#endif
