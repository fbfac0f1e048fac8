#define _GNU_SOURCE  // memmem
#include "CSQLite.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define OWN(name) .name = sqlite3_##name

static const sqlite3_api_routines own = {
    OWN(aggregate_context), OWN(create_function_v2), OWN(create_window_function), OWN(db_config),
    OWN(exec), OWN(get_auxdata), OWN(progress_handler), OWN(result_blob64), OWN(result_double),
    OWN(result_error), OWN(result_error_code), OWN(result_error_nomem), OWN(result_int64),
    OWN(result_null), OWN(result_text), OWN(result_text64), OWN(result_value), OWN(result_zeroblob),
    OWN(set_authorizer), OWN(set_auxdata), OWN(sql), OWN(trace_v2), OWN(txn_state), OWN(user_data),
    OWN(value_blob), OWN(value_bytes), OWN(value_double), OWN(value_int64), OWN(value_text),
    OWN(value_type),
};

const sqlite3_api_routines *csqlite_caller_routines = &own;

void csqlite_set_caller(const sqlite3_api_routines *routines) { csqlite_caller_routines = routines; }

int csqlite_disable_double_quoted_texts(sqlite3 *connection) {
  int code = csqlite_caller()->db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
  if (code != SQLITE_OK) return code;
  return csqlite_caller()->db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, NULL);
}

// The original memory functions of SQLite, which do not count.
static sqlite3_mem_methods uncounted;
static int is_counting = 0;
static _Thread_local sqlite3_int64 used = 0;
static _Thread_local sqlite3_int64 peak = 0;

static void count(sqlite3_int64 bytes) {
  used += bytes;
  if (used > peak) peak = used;
}

// Debian builds SQLite without lookaside memory, and a statement allocates more pieces of one size than
// malloc caches. So each thread keeps some pieces of each size up to 512 bytes for the next statement,
// at most 70 kB.
enum { step = 32, sizes = 16, most = 16 };
struct piece {
  struct piece *next;
};
static _Thread_local struct {
  struct piece *first;
  int count;
} spare[sizes];

static void *allocate(int size) {
  int index = (size - 1) / step;
  void *place;
  if (index >= sizes) {
    place = uncounted.xMalloc(size);
  } else if (spare[index].count > 0) {
    place = spare[index].first;
    spare[index].first = spare[index].first->next;
    spare[index].count -= 1;
  } else {
    place = uncounted.xMalloc((index + 1) * step);
  }
  if (place) count(uncounted.xSize(place));
  return place;
}

static void release(void *place) {
  if (!place) return;
  int size = uncounted.xSize(place);
  used -= size;
  // The memory can be larger than the pieces at this index, but never smaller.
  int index = size / step - 1;
  if (index < 0 || index >= sizes || spare[index].count == most) {
    uncounted.xFree(place);
    return;
  }
  struct piece *piece = place;
  piece->next = spare[index].first;
  spare[index].first = piece;
  spare[index].count += 1;
}

static void *resize(void *place, int size) {
  int former = uncounted.xSize(place);
  void *next = uncounted.xRealloc(place, size);
  if (next) count((sqlite3_int64)uncounted.xSize(next) - former);
  return next;
}

int csqlite_configure(void) {
  int code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &uncounted);
  if (code != SQLITE_OK) return code;
  sqlite3_mem_methods counted = uncounted;
  counted.xMalloc = allocate;
  counted.xFree = release;
  counted.xRealloc = resize;
  code = sqlite3_config(SQLITE_CONFIG_MALLOC, &counted);
  if (code == SQLITE_OK) code = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  is_counting = code == SQLITE_OK;
  return code == SQLITE_OK ? sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, 16 << 20) : code;
}

sqlite3_int64 csqlite_used_memory(void) { return is_counting ? used : sqlite3_memory_used(); }

sqlite3_int64 csqlite_peak_memory(int restarts) {
  if (!is_counting) return sqlite3_memory_highwater(restarts);
  sqlite3_int64 former = peak;
  if (restarts) peak = used;
  return former;
}

static int read_open(sqlite3_file *file, sqlite3_int64 offset, void *bytes, int *count, sqlite3_int64 *size) {
  int code = file->pMethods->xFileSize(file, size);
  if (code != SQLITE_OK) return code;
  if (*size - offset < *count) *count = *size > offset ? (int)(*size - offset) : 0;
  return *count == 0 ? SQLITE_OK : file->pMethods->xRead(file, bytes, *count, offset);
}

int csqlite_read_file(const char *path, enum csqlite_part part, sqlite3_int64 offset, void *bytes,
                      int *count, sqlite3_int64 *size) {
  static const int kinds[] = {SQLITE_OPEN_MAIN_DB, SQLITE_OPEN_MAIN_JOURNAL, SQLITE_OPEN_WAL};
  static const char *const ends[] = {"", "-journal", "-wal"};
  sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
  if (!vfs) return SQLITE_ERROR;
  int code = SQLITE_NOMEM;
  char *full = malloc((size_t)vfs->mxPathname + 1);
  sqlite3_file *file = calloc(1, (size_t)vfs->szOsFile);
  if (full && file) code = vfs->xFullPathname(vfs, path, vfs->mxPathname + 1, full);
  // The path can be a symbolic link. xFullPathname then returns the path of the target.
  if (code == SQLITE_OK || code == SQLITE_OK_SYMLINK) {
    char *name = sqlite3_mprintf("%s%s", full, ends[part]);
    // SQLite reads parameters after the name of a database file.
    const char *given = name ? sqlite3_create_filename(name, "", "", 0, NULL) : NULL;
    struct stat status;
    int flags;
    // Opening a named pipe would wait for a writer.
    if (!given) code = SQLITE_NOMEM;
    else if (stat(given, &status) == 0 && !S_ISREG(status.st_mode)) code = SQLITE_CANTOPEN;
    else code = vfs->xOpen(vfs, given, file, kinds[part] | SQLITE_OPEN_READONLY, &flags);
    if (code == SQLITE_OK) code = read_open(file, offset, bytes, count, size);
    if (file->pMethods) file->pMethods->xClose(file);
    if (given) sqlite3_free_filename((char *)given);
    sqlite3_free(name);
  }
  free(file);
  free(full);
  return code;
}

int csqlite_holds(const void *bytes, int count, const char *pattern) {
  return memmem(bytes, (size_t)count, pattern, strlen(pattern)) != NULL;
}

int csqlite_keep_log(sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
}
