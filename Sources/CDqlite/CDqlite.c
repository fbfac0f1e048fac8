#include "CDqlite.h"

#if __has_include(<dqlite.h>)

#include <dlfcn.h>

#define TAKE_AS(field, name)                                               \
  *(void **)&functions->field = dlsym(library, name);                      \
  if (!functions->field) return dlerror()
#define TAKE(name) TAKE_AS(name, "dqlite_" #name)

const char *cdqlite_load(struct cdqlite *functions) {
  void *library = dlopen("libdqlite.so.0", RTLD_NOW | RTLD_GLOBAL);
  if (!library) return dlerror();
  TAKE(node_create);
  TAKE(node_destroy);
  TAKE(node_set_bind_address);
  TAKE(node_set_connect_func);
  TAKE(node_set_network_latency_ms);
  TAKE(node_set_snapshot_params);
  TAKE(node_set_failure_domain);
  TAKE(node_start);
  TAKE(node_stop);
  TAKE(node_recover);
  TAKE(node_errmsg);
  TAKE_AS(auto_extension, "sqlite3_auto_extension");
  // A node does not need memory statistics, and maintaining them would take locks.
  int (*config)(int, ...);
  *(void **)&config = dlsym(library, "sqlite3_config");
  if (config) config(SQLITE_CONFIG_MEMSTATUS, 0);
  return 0;
}

#endif
