#include "CSQLite.h"

#include <stddef.h>

int csqlite_disable_double_quoted_texts(sqlite3 *connection) {
  int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
  if (code != SQLITE_OK) return code;
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, NULL);
}
