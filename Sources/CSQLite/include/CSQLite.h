#ifndef CSQLITE_H
#define CSQLITE_H

// With this macro, function names refer to the functions themselves. Otherwise, the header would
// redirect them to the function table of an extension.
#define SQLITE_CORE 1
#include <sqlite3ext.h>

/// The function table of the SQLite that calls each registered `SQLFunction`; only the required
/// functions are set. By default, this is the SQLite that the program is linked with. On a node of a
/// cluster, this is the SQLite that libdqlite is linked with, perhaps another copy of another version.
extern const sqlite3_api_routines *csqlite_caller_routines;

static inline const sqlite3_api_routines *csqlite_caller(void) { return csqlite_caller_routines; }

/// Sets the SQLite that calls functions registered from now on, by its function table. Call this
/// function for each connection that this SQLite opens, and only in a process in which no other SQLite
/// opens connections.
void csqlite_set_caller(const sqlite3_api_routines *routines);

/// Makes one connection of the SQLite that calls functions interpret double-quoted words only as
/// names, never as texts.
int csqlite_disable_double_quoted_texts(sqlite3 *connection);

/// Configures SQLite for a program. A library must not call this function, and the function has no
/// effect after SQLite has been initialized.
///
/// Each thread counts its own memory, without the locks of SQLite's own statistics, which take 20 % of
/// the time of a small statement. Each thread also keeps small pieces of memory for reuse, which makes a
/// change 5 % faster. When a thread ends, its pieces are leaked.
///
/// The statement journal of a connection is written to a temporary file only if it exceeds 16 MB,
/// instead of 64 kB, because from then on every statement also writes its changed pages to the file.
int csqlite_configure(void);

/// Returns the number of bytes that SQLite uses; after `csqlite_configure`, only the bytes that the
/// current thread has allocated.
sqlite3_int64 csqlite_used_memory(void);

/// Returns the maximum of `csqlite_used_memory` so far; resets the maximum if `restarts` is not 0.
sqlite3_int64 csqlite_peak_memory(int restarts);

/// The files of a database.
enum csqlite_part { csqlite_database = 0, csqlite_journal = 1, csqlite_log = 2 };

/// Reads bytes from one of the files of a database through SQLite's own file functions. If other code
/// opened and closed the file, the process would lose all locks on it, including SQLite's.
///
/// `count` is the capacity of the buffer, and then the number of bytes read; `size` is the size of the
/// file. Returns an SQLite result code.
int csqlite_read_file(const char *path, enum csqlite_part part, sqlite3_int64 offset, void *bytes,
                      int *count, sqlite3_int64 *size);

/// Returns whether the bytes contain the pattern.
int csqlite_holds(const void *bytes, int count, const char *pattern);

/// Keeps the content of the write-ahead log when the connection is closed.
int csqlite_keep_log(sqlite3 *connection);

#endif
