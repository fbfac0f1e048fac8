import Replies
import Session
import Testing

/// A kind of list items with three of them, and the results of commands.
struct ListCase: Sendable, CustomTestStringConvertible {
  var item: String
  /// In command notation, all different.
  var items: [String]
  /// The output of `get`, `show`, `list` and `history`.
  var shown: [String]
  var data: [Datum]
  var labels: [String]
  var stored: [String]
  /// An invalid item, and the message after "it ".
  var mistake: (literal: String, message: String)

  var testDescription: String { "[\(item)]" }

  func list(_ places: Int...) -> String {
    "[" + places.map { shown[$0] }.joined(separator: ", ") + "]"
  }
}

let listTable: [ListCase] = [
  ListCase(
    item: "Text", items: ["abc", "\"x \\\"y\\\", z\"", "\"\""], shown: ["abc", "x \"y\", z", ""],
    data: [.text("abc"), .text("x \"y\", z"), .text("")], labels: ["abc", "x \"y\", z", ""],
    stored: ["\"abc\"", "\"x \\\"y\\\", z\"", "\"\""],
    mistake: ("5", "cannot be 5; expected a text")),
  ListCase(
    item: "Integer", items: ["-5", "0", "9223372036854775807"],
    shown: ["-5", "0", "9223372036854775807"],
    data: [.integer(-5), .integer(0), .integer(.max)],
    labels: ["-5", "0", "9223372036854775807"], stored: ["-5", "0", "9223372036854775807"],
    mistake: ("x", "cannot be \"x\"; expected a whole number")),
  ListCase(
    item: "Decimal(integer: 4, fraction: 2)", items: ["1", "2.5", "-0.25"],
    shown: ["1.00", "2.50", "-0.25"], data: [.text("1.00"), .text("2.50"), .text("-0.25")],
    labels: ["1.00", "2.50", "-0.25"], stored: ["1", "2.5", "-0.25"],
    mistake: ("1.234", "can have at most 2 digits after the point, not 1.234")),
  ListCase(
    item: "Decimal(integer: 20, fraction: 3)", items: ["12345678901234567890.125", "0", "1.5"],
    shown: ["12345678901234567890.125", "0.000", "1.500"],
    data: [.text("12345678901234567890.125"), .text("0.000"), .text("1.500")],
    labels: ["12345678901234567890.125", "0.000", "1.500"],
    stored: ["\"12345678901234567890.125\"", "\"0\"", "\"1.5\""],
    mistake: ("true", "cannot be true; expected a number")),
  ListCase(
    item: "Double", items: ["0.5", "1.25", "-2"], shown: ["0.5", "1.25", "-2.0"],
    data: [.double(0.5), .double(1.25), .double(-2)], labels: ["0.5", "1.25", "-2"],
    stored: ["0.5", "1.25", "-2"], mistake: ("x", "cannot be \"x\"; expected a number")),
  ListCase(
    item: "Boolean", items: ["false", "true", "(1 > 2)"], shown: ["false", "true", "false"],
    data: [.boolean(false), .boolean(true), .boolean(false)], labels: ["false", "true", "false"],
    stored: ["false", "true", "false"], mistake: ("1", "cannot be 1; expected true or false")),
  ListCase(
    item: "Date", items: ["2026-02-28", "today", "2000-01-01"],
    shown: ["2026-02-28", "2026-11-21", "2000-01-01"],
    data: [.text("2026-02-28"), .text("2026-11-21"), .text("2000-01-01")],
    labels: ["2026-02-28", "2026-11-21", "2000-01-01"],
    stored: ["\"2026-02-28\"", "\"2026-11-21\"", "\"2000-01-01\""],
    mistake: ("\"2026-02-30\"", "cannot be \"2026-02-30\"; February 2026 has 28 days")),
  ListCase(
    item: "DateTime", items: ["2026-11-21T10:00:00+01:00", "now", "2026-01-01T00:00:00Z"],
    shown: ["2026-11-21T09:00:00.000Z", "2026-11-21T10:00:00.000Z", "2026-01-01T00:00:00.000Z"],
    data: [
      .text("2026-11-21T09:00:00.000Z"), .text("2026-11-21T10:00:00.000Z"),
      .text("2026-01-01T00:00:00.000Z"),
    ],
    labels: ["2026-11-21T09:00:00.000Z", "2026-11-21T10:00:00.000Z", "2026-01-01T00:00:00.000Z"],
    stored: [
      "\"2026-11-21T09:00:00.000Z\"", "\"2026-11-21T10:00:00.000Z\"",
      "\"2026-01-01T00:00:00.000Z\"",
    ],
    mistake: (
      "2026-11-21", "cannot be 2026-11-21; expected a date and time such as 2026-11-21T10:00:00Z"
    )),
  ListCase(
    item: "Choice(admin, editor, \"read only\")", items: ["admin", "\"read only\"", "editor"],
    shown: ["admin", "read only", "editor"],
    data: [.text("admin"), .text("read only"), .text("editor")],
    labels: ["admin", "read only", "editor"],
    stored: ["\"admin\"", "\"read only\"", "\"editor\""],
    mistake: ("admn", "cannot be \"admn\"; expected admin, editor or \"read only\"")),
  ListCase(
    item: "Hex(6)", items: ["\"#00ff00\"", "ff00aa", "\"123456\""],
    shown: ["00FF00", "FF00AA", "123456"],
    data: [.text("00FF00"), .text("FF00AA"), .text("123456")],
    labels: ["00FF00", "FF00AA", "123456"], stored: ["\"00FF00\"", "\"FF00AA\"", "\"123456\""],
    mistake: ("\"12345\"", "cannot be \"12345\"; expected exactly 6 hexadecimal digits, not 5")),
  ListCase(
    item: "Card",
    items: ["\"3782 822463 10005\"", "\"4111111111111111\"", "\"5500 0000 0000 0004\""],
    shown: ["•••• 0005", "•••• 1111", "•••• 0004"],
    data: [.text("•••• 0005"), .text("•••• 1111"), .text("•••• 0004")],
    labels: ["•••• 0005", "•••• 1111", "•••• 0004"],
    stored: ["\"378282246310005\"", "\"4111111111111111\"", "\"5500000000000004\""],
    mistake: ("\"4111\"", "cannot be ••••; expected 12 to 19 digits, not 4")),
  ListCase(
    item: "Mask(\"+1 (000) AA\")", items: ["\"123ab\"", "\"+1 (555) XY\"", "\"000zz\""],
    shown: ["+1 (123) AB", "+1 (555) XY", "+1 (000) ZZ"],
    data: [.text("+1 (123) AB"), .text("+1 (555) XY"), .text("+1 (000) ZZ")],
    labels: ["+1 (123) AB", "+1 (555) XY", "+1 (000) ZZ"],
    stored: ["\"+1 (123) AB\"", "\"+1 (555) XY\"", "\"+1 (000) ZZ\""],
    mistake: (
      "\"555\"", "cannot be \"555\"; expected the format +1 (000) AA: the text is incomplete"
    )),
  ListCase(
    item: "Url",
    items: ["\"https://example.org/a,b\"", "\"ftp://h:21/\"", "\"mailto:a@b.org,c@d.org\""],
    shown: ["https://example.org/a,b", "ftp://h:21/", "mailto:a@b.org,c@d.org"],
    data: [
      .text("https://example.org/a,b"), .text("ftp://h:21/"), .text("mailto:a@b.org,c@d.org"),
    ],
    labels: ["https://example.org/a,b", "ftp://h:21/", "mailto:a@b.org,c@d.org"],
    stored: [
      "\"https://example.org/a,b\"", "\"ftp://h:21/\"", "\"mailto:a@b.org,c@d.org\"",
    ],
    mistake: (
      "\"example.org\"",
      "cannot be \"example.org\"; expected a URL such as https://example.org/"
    )),
  ListCase(
    item: "Time", items: ["08:30", "\"23:59\"", "00:00"], shown: ["08:30", "23:59", "00:00"],
    data: [.text("08:30"), .text("23:59"), .text("00:00")], labels: ["08:30", "23:59", "00:00"],
    stored: ["\"08:30:00\"", "\"23:59:00\"", "\"00:00:00\""],
    mistake: ("\"25:00\"", "cannot be \"25:00\"; there is no hour 25")),
  ListCase(
    item: "Duration(seconds)", items: ["1:30", "-0:00:05", "100:00"],
    shown: ["1:30:00", "-0:00:05", "100:00:00"],
    data: [.text("1:30:00"), .text("-0:00:05"), .text("100:00:00")],
    labels: ["1:30:00", "-0:00:05", "100:00:00"], stored: ["5400", "-5", "360000"],
    mistake: ("\"1:60\"", "cannot be \"1:60\"; there is no minute 60")),
  ListCase(
    item: "Month", items: ["2026-01", "\"2026-02\"", "0001-12"],
    shown: ["2026-01", "2026-02", "0001-12"],
    data: [.text("2026-01"), .text("2026-02"), .text("0001-12")],
    labels: ["2026-01", "2026-02", "0001-12"],
    stored: ["\"2026-01\"", "\"2026-02\"", "\"0001-12\""],
    mistake: ("5", "cannot be 5; expected a month such as 2026-11")),
  ListCase(
    item: "Percent(fraction: 1)", items: ["12.5%", "-3%", "100%"],
    shown: ["12.5%", "-3.0%", "100.0%"],
    data: [
      .percent("12.5%", part: "0.125"), .percent("-3.0%", part: "-0.030"),
      .percent("100.0%", part: "1.000"),
    ], labels: ["12.5%", "-3.0%", "100.0%"], stored: ["0.125", "-0.03", "1"],
    mistake: ("true", "cannot be true; expected a percentage such as 12.5%")),
  ListCase(
    item: "IBAN",
    items: ["\"NO93 8601 1117 947\"", "DE89370400440532013000", "GB29NWBK60161331926819"],
    shown: ["NO9386011117947", "DE89370400440532013000", "GB29NWBK60161331926819"],
    data: [
      .text("NO9386011117947"), .text("DE89370400440532013000"), .text("GB29NWBK60161331926819"),
    ],
    labels: [
      "NO93 8601 1117 947", "DE89 3704 0044 0532 0130 00", "GB29 NWBK 6016 1331 9268 19",
    ],
    stored: [
      "\"NO9386011117947\"", "\"DE89370400440532013000\"", "\"GB29NWBK60161331926819\"",
    ], mistake: ("\"QQ\"", "cannot be \"QQ\"; no IBAN begins with QQ")),
]
