#include "CXlsxWriter.h"

#if __has_include(<xlsxwriter.h>)

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define TAKE_AS(field, name)                                               \
  *(void **)&functions->field = dlsym(library, name);                      \
  if (!functions->field) return dlerror()
#define TAKE(name) TAKE_AS(name, #name)

const char *cxlsxwriter_version(void) { return LXW_SOVERSION; }

const char *cxlsxwriter_message(int code) { return strerror(code); }

const char *cxlsxwriter_load(struct cxlsxwriter *functions) {
  // Only this version has the structures that the header declares.
  void *library = dlopen("libxlsxwriter.so." LXW_SOVERSION, RTLD_NOW | RTLD_LOCAL);
  if (!library) return dlerror();
  TAKE(workbook_new_opt);
  TAKE(workbook_add_worksheet);
  TAKE(workbook_add_format);
  TAKE(workbook_close);
  TAKE_AS(workbook_free, "lxw_workbook_free");
  TAKE(format_set_bold);
  TAKE(format_set_num_format);
  TAKE(worksheet_write_string);
  TAKE(worksheet_write_formula_str);
  TAKE(worksheet_write_number);
  TAKE(worksheet_write_boolean);
  TAKE(worksheet_freeze_panes);
  TAKE(worksheet_autofilter);
  TAKE(worksheet_set_column);
  TAKE_AS(write_single_row, "lxw_worksheet_write_single_row");
  return 0;
}

long long cxlsxwriter_flush(const struct cxlsxwriter *functions, lxw_worksheet *sheet) {
  functions->write_single_row(sheet);
  errno = 0;
  if (fflush(sheet->optimize_tmpfile) || ferror(sheet->optimize_tmpfile))
    return -(long long)(errno ? errno : EIO);
  return ftello(sheet->optimize_tmpfile);
}

void cxlsxwriter_set_last_row(lxw_worksheet *sheet, unsigned int row) {
  if (sheet->dim_rowmax < row) sheet->dim_rowmax = row;
}

// The library refuses larger files unless they are ZIP64, which fewer programs read.
static const long long largest = 3LL << 30;

int cxlsxwriter_close(
    const struct cxlsxwriter *functions, lxw_workbook *workbook, long long size) {
  if (size > largest) workbook->options.use_zip64 = LXW_TRUE;
  fflush(stderr);
  int standard = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (standard >= 0 && nowhere >= 0) dup2(nowhere, STDERR_FILENO);
  errno = 0;
  int failed = functions->workbook_close(workbook) != LXW_NO_ERROR;
  int code = errno ? errno : EIO;
  fflush(stderr);
  if (standard >= 0 && nowhere >= 0) dup2(standard, STDERR_FILENO);
  if (standard >= 0) close(standard);
  if (nowhere >= 0) close(nowhere);
  return failed ? code : 0;
}

static unsigned long long number(const unsigned char *bytes, int count) {
  unsigned long long value = 0;
  while (count-- > 0) value = value << 8 | bytes[count];
  return value;
}

long long cxlsxwriter_content(const char *path) {
  FILE *file = fopen(path, "rbe");
  if (!file) return -1;
  long long sum = -1;
  unsigned char bytes[46];
  // The end record has 22 bytes, and the library writes no comment after it.
  if (!fseeko(file, -22, SEEK_END) && fread(bytes, 1, 22, file) == 22 &&
      !memcmp(bytes, "PK\5\6", 4) && number(bytes + 16, 4) != 0xFFFFFFFF &&
      !fseeko(file, number(bytes + 16, 4), SEEK_SET)) {
    sum = 0;
    for (unsigned long long left = number(bytes + 10, 2); left > 0; left--) {
      if (fread(bytes, 1, 46, file) != 46 || memcmp(bytes, "PK\1\2", 4) ||
          number(bytes + 24, 4) == 0xFFFFFFFF) {
        sum = -1;
        break;
      }
      sum += number(bytes + 24, 4);
      off_t further = number(bytes + 28, 2) + number(bytes + 30, 2) + number(bytes + 32, 2);
      if (fseeko(file, further, SEEK_CUR)) {
        sum = -1;
        break;
      }
    }
  }
  fclose(file);
  return sum;
}

#endif
