#ifndef CXLSXWRITER_H
#define CXLSXWRITER_H

// A client of the libraries needs no libxlsxwriter.
#if __has_include(<xlsxwriter.h>)

#include <xlsxwriter.h>

/// The functions of libxlsxwriter that an export needs.
///
/// The library is loaded when a workbook is written, so that the program also starts if the library is
/// not installed.
struct cxlsxwriter {
  __typeof__(&workbook_new_opt) workbook_new_opt;
  __typeof__(&workbook_add_worksheet) workbook_add_worksheet;
  __typeof__(&workbook_add_format) workbook_add_format;
  __typeof__(&workbook_close) workbook_close;
  __typeof__(&lxw_workbook_free) workbook_free;
  __typeof__(&format_set_bold) format_set_bold;
  __typeof__(&format_set_num_format) format_set_num_format;
  __typeof__(&worksheet_write_string) worksheet_write_string;
  __typeof__(&worksheet_write_formula_str) worksheet_write_formula_str;
  __typeof__(&worksheet_write_number) worksheet_write_number;
  __typeof__(&worksheet_write_boolean) worksheet_write_boolean;
  __typeof__(&worksheet_freeze_panes) worksheet_freeze_panes;
  __typeof__(&worksheet_autofilter) worksheet_autofilter;
  __typeof__(&worksheet_set_column) worksheet_set_column;
  __typeof__(&lxw_worksheet_write_single_row) write_single_row;
};

/// The version of the library in the name of its file and of its Debian package.
const char *cxlsxwriter_version(void);

/// Loads libxlsxwriter; if it is missing or lacks a function, returns the error of the system.
const char *cxlsxwriter_load(struct cxlsxwriter *functions);

/// The system's description of an error number.
const char *cxlsxwriter_message(int code);

/// Writes the buffered cells of a sheet to its temporary file, which the library does not check for
/// errors.
///
/// Returns the size of the temporary file, or the negative error number.
long long cxlsxwriter_flush(const struct cxlsxwriter *functions, lxw_worksheet *sheet);

/// Sets the last row of a sheet without writing it.
void cxlsxwriter_set_last_row(lxw_worksheet *sheet, unsigned int row);

/// Writes the file, without the library's messages on standard error, and frees the workbook.
///
/// Returns 0, or an error number; `EIO` if the system gives none.
int cxlsxwriter_close(
  const struct cxlsxwriter *functions, lxw_workbook *workbook, long long size);

/// The sum of the uncompressed sizes of the parts of a ZIP file; -1 if it cannot be read or has
/// parts of 4 GB or more.
long long cxlsxwriter_content(const char *path);

#endif

#endif
