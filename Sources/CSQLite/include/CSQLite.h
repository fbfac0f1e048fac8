#ifndef CSQLITE_H
#define CSQLITE_H

// With this the functions keep their names, which an extension would call by the table of them.
#define SQLITE_CORE 1
#include <sqlite3ext.h>

/// The functions of the SQLite that calls what is registered with `SQLFunction`, of which the table has
/// those that are needed there. It is the one that the program is linked with, or on a node of a cluster
/// the one that libdqlite is linked with, which can be another copy, and of another version.
extern const sqlite3_api_routines *csqlite_caller_routines;

static inline const sqlite3_api_routines *csqlite_caller(void) { return csqlite_caller_routines; }

/// Has another SQLite call what is registered from now on: the one that opens connections with this
/// table of its functions. For a process in which no other opens any, and as often as it opens one.
void csqlite_set_caller(const sqlite3_api_routines *routines);

/// Takes a name in double quotation marks for a name only, never for a text, on one connection of the
/// SQLite that calls functions.
int csqlite_disable_double_quoted_texts(sqlite3 *connection);

/// Sets SQLite up for a program. A library must not call it, and it has no effect once SQLite is in use.
///
/// Each thread counts its memory itself, without the locks of SQLite's own counting, which take a fifth
/// of the time of a small statement. A thread keeps small pieces of memory, which takes a twentieth off
/// a change; the pieces of a thread that ends are lost.
///
/// Pages that a savepoint may need are written to a temporary file beyond 16 MB of a connection, not
/// beyond 64 kB: from then on every statement writes the pages it changes there, too.
int csqlite_configure(void);

/// How many bytes of memory SQLite uses, where it is counted by threads what this one has asked for.
sqlite3_int64 csqlite_used_memory(void);

/// The most that this has been; it begins anew where `restarts` is not 0.
sqlite3_int64 csqlite_peak_memory(int restarts);

/// The files of a database.
enum csqlite_part { csqlite_database = 0, csqlite_journal = 1, csqlite_log = 2 };

/// Reads bytes of one of the files of a database as SQLite does. With a handle that somebody else closes,
/// a process loses all locks that it has on a file, SQLite's among them.
///
/// `count` is how many bytes there is room for, and then how many were there; `size` how many the file has.
/// Returns a code of SQLite's.
int csqlite_read_file(const char *path, enum csqlite_part part, sqlite3_int64 offset, void *bytes,
                      int *count, sqlite3_int64 *size);

/// Whether some bytes are among others.
int csqlite_holds(const void *bytes, int count, const char *pattern);

/// Leaves what is in the write-ahead log there when a connection ends.
int csqlite_keep_log(sqlite3 *connection);

#endif
