import Interchange
import TestSupport
import Testing

struct RowFormatTests {
  @Test(arguments: [
    ("members.csv", RowFormat.csv), ("a/b.c/members.TSV", .tsv), ("x.json", .json),
    ("x.jsonl", .jsonLines), ("x.ndjson", .jsonLines), ("x.md", .markdown), ("x.htm", .html),
    ("members", nil), ("members.csv/x", nil), ("members.", nil), ("x.db", nil),
  ])
  func aFileIsOfTheFormatOfItsExtension(path: String, format: RowFormat?) {
    expectEqual(RowFormat(path: path), format)
  }
}
