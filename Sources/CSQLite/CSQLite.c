#include "CSQLite.h"

#include <stddef.h>

int csqlite_disable_double_quoted_texts(sqlite3 *connection) {
  int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
  if (code != SQLITE_OK) return code;
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, NULL);
}

// What SQLite asks for memory where that is not counted.
static sqlite3_mem_methods uncounted;
static int is_counting = 0;
static _Thread_local sqlite3_int64 used = 0;
static _Thread_local sqlite3_int64 peak = 0;

static void count(sqlite3_int64 bytes) {
  used += bytes;
  if (used > peak) peak = used;
}

static void *allocate(int size) {
  void *place = uncounted.xMalloc(size);
  if (place) count(uncounted.xSize(place));
  return place;
}

static void release(void *place) {
  if (place) used -= uncounted.xSize(place);
  uncounted.xFree(place);
}

static void *resize(void *place, int size) {
  int former = uncounted.xSize(place);
  void *next = uncounted.xRealloc(place, size);
  if (next) count((sqlite3_int64)uncounted.xSize(next) - former);
  return next;
}

int csqlite_count_memory_by_thread(void) {
  int code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &uncounted);
  if (code != SQLITE_OK) return code;
  sqlite3_mem_methods counted = uncounted;
  counted.xMalloc = allocate;
  counted.xFree = release;
  counted.xRealloc = resize;
  code = sqlite3_config(SQLITE_CONFIG_MALLOC, &counted);
  if (code == SQLITE_OK) code = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  is_counting = code == SQLITE_OK;
  return code;
}

sqlite3_int64 csqlite_used_memory(void) { return is_counting ? used : sqlite3_memory_used(); }

sqlite3_int64 csqlite_peak_memory(int restarts) {
  if (!is_counting) return sqlite3_memory_highwater(restarts);
  sqlite3_int64 former = peak;
  if (restarts) peak = used;
  return former;
}
