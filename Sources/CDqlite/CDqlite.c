#include "CDqlite.h"

#if __has_include(<dqlite.h>)

#include <dlfcn.h>

#define TAKE(name)                                                         \
  *(void **)&functions->name = dlsym(library, "dqlite_" #name);            \
  if (!functions->name) return dlerror()

const char *cdqlite_load(struct cdqlite *functions) {
  void *library = dlopen("libdqlite.so.0", RTLD_NOW | RTLD_GLOBAL);
  if (!library) return dlerror();
  TAKE(node_create);
  TAKE(node_destroy);
  TAKE(node_set_bind_address);
  TAKE(node_set_network_latency_ms);
  TAKE(node_set_snapshot_params);
  TAKE(node_start);
  TAKE(node_stop);
  TAKE(node_recover);
  TAKE(node_errmsg);
  return 0;
}

#endif
