import Replies
import Session
import Testing

/// A kind with two of its values, and the result of every command on them.
struct KindCase: Sendable, CustomTestStringConvertible {
  var kind: String
  /// Commands that define other types for the kind.
  var preparation = ""
  var first: String
  var second: String
  /// The output of `get`, `show`, `list` and `history` for both values.
  var shown: [String]
  var datum: Datum
  var label: String
  /// Keys that enter the second value into an empty field, and the resulting text.
  var keys: String
  var text: String
  var stored: [String]
  /// True for the first value, false for the second.
  var condition: String
  /// Invalid texts, and the messages after "it ".
  var mistakes: [(literal: String, message: String)] = []
  /// Expressions on the first value with a result outside the calendar, and the messages.
  var beyond: [(expression: String, message: String)] = []
  /// A quoted value without a zone, read two hours ahead of UTC, and its output.
  var local: (quoted: String, shown: String)?

  var testDescription: String { kind }

  /// The output of `type` and `--reveal` for the second value.
  var revealed: String { isMasked ? stored[1] : shown[1] }
  var isMasked: Bool { kind.hasPrefix("Card") }
  var isReference: Bool { !preparation.isEmpty }
  /// Whether a definition without `?` is an error.
  var isNeverRequired: Bool { kind.hasSuffix("on delete clear") }
}

let kindTable: [KindCase] =
  plainKinds + [
    reference("Seat"), reference("Seat on delete refuse"), reference("Seat on delete clear"),
    reference("Seat on delete cascade"),
  ]

private func reference(_ kind: String) -> KindCase {
  KindCase(
    kind: kind,
    preparation: """
      define Seat { code: Text key }
      new Seat code=S1
      new Seat code="S 2"

      """,
    first: "Seat[S1]", second: "Seat/2", shown: ["Seat/1", "Seat/2"], datum: .text("Seat/1"),
    label: "S1", keys: "S 2", text: "S 2", stored: ["1", "2"], condition: "it = Seat/1",
    mistakes: [
      ("5", "cannot be 5; expected a record of Seat"),
      ("true", "cannot be true; expected a record of Seat"),
      ("\"S1\"", "cannot be \"S1\"; expected a record of Seat (write Seat[\"S1\"])"),
      ("\"S3\"", "cannot be \"S3\"; expected a record of Seat"),
      ("2026-11-21", "cannot be 2026-11-21; expected a record of Seat"),
      ("T/1", "cannot be T/1; expected a record of Seat"),
      ("[Seat/1]", "cannot be [Seat/1]; expected a record of Seat"),
    ])
}

private let plainKinds: [KindCase] = firstKinds + markedKinds

private let firstKinds: [KindCase] = [
  KindCase(
    kind: "Text", first: "abc", second: "\"x \\\"y\\\"\"", shown: ["abc", "x \"y\""],
    datum: .text("abc"), label: "abc", keys: "x \\\"y\\\"", text: "x \"y\"",
    stored: ["abc", "x \"y\""], condition: "it like 'a%'",
    mistakes: [("5", "cannot be 5; expected a text"), ("true", "cannot be true; expected a text")]),
  KindCase(
    kind: "Text matching /[A-Z]{2}-[0-9]{4}/", first: "\"AB-1234\"", second: "\"XY-0001\"",
    shown: ["AB-1234", "XY-0001"], datum: .text("AB-1234"), label: "AB-1234", keys: "XY-0001",
    text: "XY-0001", stored: ["AB-1234", "XY-0001"], condition: "it = \"AB-1234\"",
    mistakes: [
      ("\"AB-123\"", "must be 2 capital letters, \"-\" and 4 digits, not \"AB-123\""),
      ("x", "must be 2 capital letters, \"-\" and 4 digits, not \"x\""),
    ]),
  KindCase(
    kind: "Integer unit \"kg\" grouped", first: "1234", second: "123456",
    shown: ["1234", "123456"], datum: .integer(1234), label: "1,234\u{A0}kg", keys: "123456",
    text: "123,456", stored: ["1234", "123456"], condition: "it < 2000",
    mistakes: [
      ("x", "cannot be \"x\"; expected a whole number"),
      (
        "9223372036854775808",
        "cannot be 9223372036854775808; expected a 64-bit whole number, "
          + "-9223372036854775808 to 9223372036854775807"
      ),
    ]),
  KindCase(
    kind: "Integer in -5...", first: "-5", second: "6", shown: ["-5", "6"], datum: .integer(-5),
    label: "-5", keys: "6", text: "6", stored: ["-5", "6"], condition: "it = -5",
    mistakes: [("-6", "must be at least -5, not -6")]),
  KindCase(
    kind: "Decimal(integer: 8, fraction: 2) unit \"€\" grouped", first: "12.5", second: "1234.56",
    shown: ["12.50", "1234.56"], datum: .text("12.50"), label: "12.50\u{A0}€", keys: "1234.56",
    text: "1,234.56", stored: ["12.5", "1234.56"], condition: "it = 12.50",
    mistakes: [
      ("1.234", "can have at most 2 digits after the point, not 1.234"),
      (
        "1234567890123456789012345678901234567890",
        "1234567890123456789012345678901234567890 has more than 38 digits"
      ),
    ]),
  KindCase(
    kind: "Decimal(integer: 20, fraction: 3) in ...99999999999999999999", first: "2",
    second: "12345678901234567890.125", shown: ["2.000", "12345678901234567890.125"],
    datum: .text("2.000"), label: "2.000", keys: "12345678901234567890.125",
    text: "12345678901234567890.125", stored: ["2", "12345678901234567890.125"],
    condition: "it < 3", mistakes: [("true", "cannot be true; expected a number")]),
  KindCase(
    kind: "Double unit \"m\"", first: "0.5", second: "1.25", shown: ["0.5", "1.25"],
    datum: .double(0.5), label: "0.5\u{A0}m", keys: "1.25", text: "1.25", stored: ["0.5", "1.25"],
    condition: "it < 1", mistakes: [("x", "cannot be \"x\"; expected a number")]),
  KindCase(
    kind: "Boolean", first: "false", second: "true", shown: ["false", "true"],
    datum: .boolean(false), label: "false", keys: "true", text: "true", stored: ["0", "1"],
    condition: "not it", mistakes: [("1", "cannot be 1; expected true or false")]),
  KindCase(
    kind: "Date in 2000-01-01...2099-12-31", first: "2026-02-28", second: "2026-11-21",
    shown: ["2026-02-28", "2026-11-21"], datum: .text("2026-02-28"), label: "2026-02-28",
    keys: "2026-11-21", text: "2026-11-21", stored: ["2026-02-28", "2026-11-21"],
    condition: "it < 2026-11-21",
    mistakes: [
      ("\"2026-02-30\"", "cannot be \"2026-02-30\"; February 2026 has 28 days"),
      ("\"1900-02-29\"", "cannot be \"1900-02-29\"; February 1900 has 28 days"),
      ("\"2026-13-01\"", "cannot be \"2026-13-01\"; there is no month 13"),
      ("1999-12-31", "must be 2000-01-01…2099-12-31, not 1999-12-31"),
      ("now", "cannot be \"now\"; expected a date such as 2026-11-21"),
      ("5", "cannot be 5; expected a date such as 2026-11-21"),
      (
        "2026-11-21T10:00:00Z",
        "cannot be 2026-11-21T10:00:00.000Z; expected a date such as 2026-11-21"
      ),
      ("\"10000-01-01\"", "cannot be \"10000-01-01\"; expected a date such as 2026-11-21"),
      ("\"0000-12-31\"", "cannot be \"0000-12-31\"; there is no year 0000"),
    ],
    beyond: [
      ("it + 3000000", "2026-02-28 + 3000000 days is outside the years 0001 to 9999"),
      ("it - 740000", "2026-02-28 - 740000 days is outside the years 0001 to 9999"),
      ("it - -3000000", "2026-02-28 + 3000000 days is outside the years 0001 to 9999"),
      (
        "it + 9223372036854775807",
        "2026-02-28 + 9223372036854775807 days is outside the years 0001 to 9999"
      ),
      (
        "date(it, \"+9000000 days\")", "2026-02-28 + 9000000 days is outside the years 0001 to 9999"
      ),
      (
        "date(it || \"\", \"start of year\", \"-900000 days\")",
        "2026-02-28, start of year - 900000 days is outside the years 0001 to 9999"
      ),
      (
        "strftime(\"%Y-%m-%d\", it, \"-740000 days\")",
        "2026-02-28 - 740000 days is outside the years 0001 to 9999"
      ),
      (
        "date(it, \"soon\")",
        "\"soon\" does not change a date; expected a text such as \"+7 days\""
      ),
      ("date(\"-0005-01-01\")", "-0005-01-01 is outside the years 0001 to 9999"),
    ]),
  KindCase(
    kind: "DateTime in 2000-01-01T00:00:00Z...", first: "2026-11-21T10:00:00.5+01:00",
    second: "2026-11-21T09:00:01Z",
    shown: ["2026-11-21T09:00:00.500Z", "2026-11-21T09:00:01.000Z"],
    datum: .text("2026-11-21T09:00:00.500Z"), label: "2026-11-21T09:00:00.500Z",
    keys: "2026-11-21T09:00:01Z", text: "2026-11-21T09:00:01Z",
    stored: ["2026-11-21T09:00:00.500Z", "2026-11-21T09:00:01.000Z"],
    condition: "it = 2026-11-21T09:00:00.5Z",
    mistakes: [
      ("\"2026-02-30T10:00:00Z\"", "cannot be \"2026-02-30T10:00:00Z\"; February 2026 has 28 days"),
      ("\"2026-11-21T24:00:00Z\"", "cannot be \"2026-11-21T24:00:00Z\"; there is no hour 24"),
      (
        "2026-11-21",
        "cannot be 2026-11-21; expected a date and time such as 2026-11-21T10:00:00Z"
      ),
      (
        "1999-12-31T23:59:59Z",
        "must be at least 2000-01-01T00:00:00.000Z, not 1999-12-31T23:59:59.000Z"
      ),
      (
        "\"9999-12-31T23:30:00-01:00\"",
        "cannot be \"9999-12-31T23:30:00-01:00\"; the year must be 0001 to 9999, also in UTC"
      ),
    ],
    beyond: [
      (
        "it + \"99999999:00\"",
        "2026-11-21T09:00:00.500Z + 359999996400 seconds is outside the years 0001 to 9999"
      ),
      (
        "it - \"20000000:00\"",
        "2026-11-21T09:00:00.500Z - 72000000000 seconds is outside the years 0001 to 9999"
      ),
      (
        "datetime(it, \"+9000000 days\")",
        "2026-11-21T09:00:00.500Z + 9000000 days is outside the years 0001 to 9999"
      ),
      (
        "datetime(it, \"+99999999:00\")",
        "2026-11-21T09:00:00.500Z + 99999999:00 is outside the years 0001 to 9999"
      ),
    ], local: ("\"2024-03-01 02:00\"", "2024-03-01T00:00:00.000Z")),
  KindCase(
    kind: "Choice(admin, editor, \"read only\")", first: "admin", second: "\"read only\"",
    shown: ["admin", "read only"], datum: .text("admin"), label: "admin", keys: "read only",
    text: "read only", stored: ["admin", "read only"], condition: "it = 'admin'",
    mistakes: [
      ("admn", "cannot be \"admn\"; expected admin, editor or \"read only\""),
      ("\"\"", "cannot be \"\"; expected admin, editor or \"read only\""),
      ("5", "cannot be 5; expected admin, editor or \"read only\""),
    ]),
  KindCase(
    kind: "Hex(6)", first: "\"#00ff00\"", second: "ff00aa", shown: ["00FF00", "FF00AA"],
    datum: .text("00FF00"), label: "00FF00", keys: "ff00AA", text: "FF00AA",
    stored: ["00FF00", "FF00AA"], condition: "it = '00FF00'",
    mistakes: [
      ("\"12345\"", "cannot be \"12345\"; expected exactly 6 hexadecimal digits, not 5"),
      (
        "\"##1234\"",
        "cannot be \"##1234\"; expected exactly 6 hexadecimal digits; \"#\" is not one"
      ),
      ("123456", "cannot be 123456; expected hexadecimal digits in quotation marks"),
      ("0xFF00AA", "0xFF00AA is a number; expected hexadecimal digits in quotation marks"),
    ]),
  KindCase(
    kind: "Card", first: "\"3782 822463 10005\"", second: "\"4111111111111111\"",
    shown: ["•••• 0005", "•••• 1111"], datum: .text("•••• 0005"), label: "•••• 0005",
    keys: "4111 1111 1111 1111", text: "4111 1111 1111 1111",
    stored: ["378282246310005", "4111111111111111"], condition: "it = '378282246310005'",
    mistakes: [
      ("\"4111 1111 1111 1112\"", "cannot be •••• 1112; the check digit does not match"),
      (
        "\"4111x1111x1111x1111\"",
        "cannot be •••• 1111; expected only digits, with white space or punctuation between them"
      ),
      ("\"4111\"", "cannot be ••••; expected 12 to 19 digits, not 4"),
      (
        "\"3782 822463 1000\"",
        "cannot be •••• 1000; expected 15 digits in a number that begins with 37, not 14"
      ),
      (
        "4111111111111111", "cannot be •••• 1111; expected a card number in quotation marks"
      ),
    ]),
  KindCase(
    kind: "Mask(\"+1 (000) 000-AA\")", first: "\"123456ab\"", second: "\"+1 (555) 123-XY\"",
    shown: ["+1 (123) 456-AB", "+1 (555) 123-XY"], datum: .text("+1 (123) 456-AB"),
    label: "+1 (123) 456-AB", keys: "555123xy", text: "+1 (555) 123-XY",
    stored: ["+1 (123) 456-AB", "+1 (555) 123-XY"], condition: "it like '%-AB'",
    mistakes: [
      (
        "\"555\"",
        "cannot be \"555\"; expected the format +1 (000) 000-AA: the text is incomplete"
      ),
      (
        "\"x\"",
        "cannot be \"x\"; expected the format +1 (000) 000-AA: \"x\" is not a digit"
      ),
    ]),
  KindCase(
    kind: "Url", first: "\"HTTPS://example.org/A?b=c#d\"", second: "\"mailto:ada@example.org\"",
    shown: ["https://example.org/A?b=c#d", "mailto:ada@example.org"],
    datum: .text("https://example.org/A?b=c#d"), label: "https://example.org/A?b=c#d",
    keys: "MailTo:ada@example.org", text: "mailto:ada@example.org",
    stored: ["https://example.org/A?b=c#d", "mailto:ada@example.org"],
    condition: "it like 'https:%'",
    mistakes: [
      ("\"https://\"", "cannot be \"https://\"; expected a URL such as https://example.org/"),
      (
        "\"gopher://example.org\"",
        "cannot be \"gopher://example.org\"; expected a URL such as https://example.org/"
      ),
      (
        "\"https://example.org/a b\"",
        "cannot be \"https://example.org/a b\"; expected a URL such as https://example.org/"
      ),
      ("5", "cannot be 5; expected a URL such as https://example.org/"),
    ]),
]
