#ifndef FAULTY_DISK_H
#define FAULTY_DISK_H

/// What becomes of the operations that change the files of a disk, from a certain one on.
enum faulty_disk_kind {
  /// All go well.
  FAULTY_DISK_WHOLE,
  /// One fails, and those after it go well.
  FAULTY_DISK_HICCUP,
  /// One and all after it fail.
  FAULTY_DISK_GONE,
  /// One write is done in part, and all after it fail.
  FAULTY_DISK_TORN,
  /// One and all after it find no room, except those that need none.
  FAULTY_DISK_FULL
};

/// A disk: the files whose paths begin alike, as SQLite sees them.
typedef struct faulty_disk faulty_disk;

/// Makes a disk of the files whose paths begin with a text, for connections that are opened from now
/// on; null if there is no memory for it.
///
/// The fault comes with the operation of this number, counted from 1.
faulty_disk *faulty_disk_begin(const char *prefix, enum faulty_disk_kind kind, long number);

/// How many operations there were.
long faulty_disk_count(const faulty_disk *disk);

/// Ends a disk, of which no file is open any more.
void faulty_disk_end(faulty_disk *disk);

#endif
