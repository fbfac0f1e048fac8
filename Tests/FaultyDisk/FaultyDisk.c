#include "FaultyDisk.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

struct faulty_disk {
  faulty_disk *next;
  enum faulty_disk_kind kind;
  long number;
  long count;
  char prefix[];
};

/// An open file of a disk; the file of the system comes after it.
typedef struct {
  sqlite3_file base;
  faulty_disk *disk;
} faulty_file;

/// The disks there are. Each is used by one thread at a time, the list by all.
static faulty_disk *disks;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static sqlite3_vfs *system_vfs;
static sqlite3_vfs faulty_vfs;
static sqlite3_io_methods faulty_methods;

static faulty_disk *disk_of(const char *path) {
  if (path == NULL) return NULL;
  pthread_mutex_lock(&lock);
  faulty_disk *disk = disks;
  while (disk != NULL && strncmp(path, disk->prefix, strlen(disk->prefix)) != 0) {
    disk = disk->next;
  }
  pthread_mutex_unlock(&lock);
  return disk;
}

static sqlite3_file *real(sqlite3_file *file) { return (sqlite3_file *)((faulty_file *)file + 1); }

/// Counts an operation, and says whether it has the fault, and whether it is the first that has.
static int is_faulty(faulty_disk *disk, int *is_first) {
  disk->count += 1;
  *is_first = disk->count == disk->number;
  return disk->kind != FAULTY_DISK_WHOLE &&
         (disk->kind == FAULTY_DISK_HICCUP ? *is_first : disk->count >= disk->number);
}

// MARK: The operations that change a file

static int faulty_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  faulty_disk *disk = ((faulty_file *)file)->disk;
  int is_first;
  if (is_faulty(disk, &is_first)) {
    if (disk->kind == FAULTY_DISK_FULL) return SQLITE_FULL;
    if (disk->kind == FAULTY_DISK_TORN && is_first && count > 1) {
      real(file)->pMethods->xWrite(real(file), bytes, count / 2, offset);
    }
    return SQLITE_IOERR_WRITE;
  }
  return real(file)->pMethods->xWrite(real(file), bytes, count, offset);
}

static int faulty_truncate(sqlite3_file *file, sqlite3_int64 size) {
  faulty_disk *disk = ((faulty_file *)file)->disk;
  int is_first;
  // A file that shrinks needs no room.
  if (is_faulty(disk, &is_first) && disk->kind != FAULTY_DISK_FULL) return SQLITE_IOERR_TRUNCATE;
  return real(file)->pMethods->xTruncate(real(file), size);
}

static int faulty_sync(sqlite3_file *file, int flags) {
  faulty_disk *disk = ((faulty_file *)file)->disk;
  int is_first;
  if (is_faulty(disk, &is_first) && disk->kind != FAULTY_DISK_FULL) return SQLITE_IOERR_FSYNC;
  return real(file)->pMethods->xSync(real(file), flags);
}

static int faulty_delete(sqlite3_vfs *vfs, const char *path, int syncs) {
  (void)vfs;
  faulty_disk *disk = disk_of(path);
  int is_first;
  if (disk != NULL && is_faulty(disk, &is_first) && disk->kind != FAULTY_DISK_FULL) {
    return SQLITE_IOERR_DELETE;
  }
  return system_vfs->xDelete(system_vfs, path, syncs);
}

// MARK: The others

static int faulty_close(sqlite3_file *file) { return real(file)->pMethods->xClose(real(file)); }

static int faulty_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  return real(file)->pMethods->xRead(real(file), bytes, count, offset);
}

static int faulty_size(sqlite3_file *file, sqlite3_int64 *size) {
  return real(file)->pMethods->xFileSize(real(file), size);
}

static int faulty_lock(sqlite3_file *file, int level) {
  return real(file)->pMethods->xLock(real(file), level);
}

static int faulty_unlock(sqlite3_file *file, int level) {
  return real(file)->pMethods->xUnlock(real(file), level);
}

static int faulty_check_lock(sqlite3_file *file, int *is_locked) {
  return real(file)->pMethods->xCheckReservedLock(real(file), is_locked);
}

static int faulty_control(sqlite3_file *file, int number, void *argument) {
  return real(file)->pMethods->xFileControl(real(file), number, argument);
}

static int faulty_sector(sqlite3_file *file) {
  return real(file)->pMethods->xSectorSize(real(file));
}

static int faulty_characteristics(sqlite3_file *file) {
  return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int faulty_map(sqlite3_file *file, int page, int size, int extends, void volatile **map) {
  return real(file)->pMethods->xShmMap(real(file), page, size, extends, map);
}

static int faulty_lock_map(sqlite3_file *file, int offset, int count, int flags) {
  return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void faulty_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }

static int faulty_unmap(sqlite3_file *file, int deletes) {
  return real(file)->pMethods->xShmUnmap(real(file), deletes);
}

static int faulty_open(
    sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out_flags) {
  (void)vfs;
  faulty_disk *disk = disk_of(path);
  // The file of another program, or of another test, is the system's.
  if (disk == NULL) return system_vfs->xOpen(system_vfs, path, file, flags, out_flags);
  file->pMethods = NULL;
  int code = system_vfs->xOpen(system_vfs, path, real(file), flags, out_flags);
  if (real(file)->pMethods == NULL) return code;
  ((faulty_file *)file)->disk = disk;
  file->pMethods = &faulty_methods;
  return code;
}

// MARK: Disks

static void begin_vfs(void) {
  system_vfs = sqlite3_vfs_find(NULL);
  faulty_methods = (sqlite3_io_methods){
      .iVersion = 2,
      .xClose = faulty_close,
      .xRead = faulty_read,
      .xWrite = faulty_write,
      .xTruncate = faulty_truncate,
      .xSync = faulty_sync,
      .xFileSize = faulty_size,
      .xLock = faulty_lock,
      .xUnlock = faulty_unlock,
      .xCheckReservedLock = faulty_check_lock,
      .xFileControl = faulty_control,
      .xSectorSize = faulty_sector,
      .xDeviceCharacteristics = faulty_characteristics,
      .xShmMap = faulty_map,
      .xShmLock = faulty_lock_map,
      .xShmBarrier = faulty_barrier,
      .xShmUnmap = faulty_unmap,
  };
  faulty_vfs = *system_vfs;
  faulty_vfs.zName = "faulty";
  faulty_vfs.szOsFile = (int)sizeof(faulty_file) + system_vfs->szOsFile;
  faulty_vfs.pNext = NULL;
  faulty_vfs.xOpen = faulty_open;
  faulty_vfs.xDelete = faulty_delete;
  sqlite3_vfs_register(&faulty_vfs, 1);
}

faulty_disk *faulty_disk_begin(const char *prefix, enum faulty_disk_kind kind, long number) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, begin_vfs);
  faulty_disk *disk = malloc(sizeof(faulty_disk) + strlen(prefix) + 1);
  if (disk == NULL) return NULL;
  disk->kind = kind;
  disk->number = number;
  disk->count = 0;
  strcpy(disk->prefix, prefix);
  pthread_mutex_lock(&lock);
  disk->next = disks;
  disks = disk;
  pthread_mutex_unlock(&lock);
  return disk;
}

long faulty_disk_count(const faulty_disk *disk) { return disk->count; }

void faulty_disk_end(faulty_disk *disk) {
  pthread_mutex_lock(&lock);
  faulty_disk **place = &disks;
  while (*place != disk) place = &(*place)->next;
  *place = disk->next;
  pthread_mutex_unlock(&lock);
  free(disk);
}
