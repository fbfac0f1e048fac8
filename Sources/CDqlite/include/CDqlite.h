#ifndef CDQLITE_H
#define CDQLITE_H

// A build without clusters needs no dqlite.
#if __has_include(<dqlite.h>)

#include <dqlite.h>

/// The functions of libdqlite that a node needs.
///
/// The library is loaded when a node starts, not when the program starts. So a program without a node
/// starts faster, and does not need the library to be installed.
struct cdqlite {
  __typeof__(&dqlite_node_create) node_create;
  __typeof__(&dqlite_node_destroy) node_destroy;
  __typeof__(&dqlite_node_set_bind_address) node_set_bind_address;
  __typeof__(&dqlite_node_set_connect_func) node_set_connect_func;
  __typeof__(&dqlite_node_set_network_latency_ms) node_set_network_latency_ms;
  __typeof__(&dqlite_node_set_snapshot_params) node_set_snapshot_params;
  __typeof__(&dqlite_node_set_failure_domain) node_set_failure_domain;
  __typeof__(&dqlite_node_start) node_start;
  __typeof__(&dqlite_node_stop) node_stop;
  __typeof__(&dqlite_node_recover) node_recover;
  __typeof__(&dqlite_node_errmsg) node_errmsg;
  /// `sqlite3_auto_extension` of the SQLite that libdqlite is linked with. The program can be linked
  /// with another copy.
  int (*auto_extension)(void (*entry_point)(void));
};

/// Loads libdqlite; if it is missing or lacks a function, returns the error of the system, otherwise
/// null.
const char *cdqlite_load(struct cdqlite *functions);

#endif

#endif
