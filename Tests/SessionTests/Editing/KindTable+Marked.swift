import Replies
import Session

/// Kinds whose literals have special characters, and texts of a given form.
let markedKinds: [KindCase] = [
  KindCase(
    kind: "Time in 06:00...22:00", first: "08:30", second: "\"22:00:00\"",
    shown: ["08:30", "22:00"], datum: .text("08:30"), label: "08:30", keys: "22:00",
    text: "22:00", stored: ["08:30:00", "22:00:00"], condition: "it < \"09:00\"",
    mistakes: [
      ("25:00", "25:00 is an invalid time: there is no hour 25"),
      ("\"08:60\"", "cannot be \"08:60\"; there is no minute 60"),
      ("\"8.5h\"", "cannot be \"8.5h\"; expected a time such as 08:30"),
      ("08:30:15", "cannot be 08:30:15; expected a time without seconds, such as 08:30"),
      ("05:59", "must be 06:00…22:00, not 05:59"),
      ("5", "cannot be 5; expected a time such as 08:30"),
    ]),
  KindCase(
    kind: "Time(seconds)", first: "08:30", second: "23:59:59", shown: ["08:30:00", "23:59:59"],
    datum: .text("08:30:00"), label: "08:30:00", keys: "23:59:59", text: "23:59:59",
    stored: ["08:30:00", "23:59:59"], condition: "it = '08:30'",
    mistakes: [("2026-11", "cannot be 2026-11; expected a time such as 08:30:00")]),
  KindCase(
    kind: "Duration in -1:00...100:00", first: "-0:30", second: "37:15:00",
    shown: ["-0:30", "37:15"], datum: .text("-0:30"), label: "-0:30", keys: "37:15", text: "37:15",
    stored: ["-1800", "134100"], condition: "it < \"1:30\" and it + \"0:30\" = \"0:00\"",
    mistakes: [
      ("90", "90 is a number; expected a duration such as 37:15"),
      ("1:75", "1:75 is an invalid duration: there is no minute 75"),
      ("-1:01", "must be -1:00…100:00, not -1:01"),
      ("\"1:5\"", "cannot be \"1:5\"; expected a duration such as 37:15"),
    ]),
  KindCase(
    kind: "Duration(seconds)", first: "1:30", second: "2562047788015215:30:07",
    shown: ["1:30:00", "2562047788015215:30:07"], datum: .text("1:30:00"), label: "1:30:00",
    keys: "2562047788015215:30:07", text: "2562047788015215:30:07",
    stored: ["5400", "9223372036854775807"], condition: "it between '1:29:59' and '1:30'",
    mistakes: [
      (
        "2562047788015215:30:08",
        "2562047788015215:30:08 is an invalid duration: a duration can have at most "
          + "2562047788015215 hours, not 2562047788015215"
      )
    ]),
  KindCase(
    kind: "Month in 2026-01...", first: "2026-01", second: "2026-11",
    shown: ["2026-01", "2026-11"],
    datum: .text("2026-01"), label: "2026-01", keys: "2026-11", text: "2026-11",
    stored: ["2026-01", "2026-11"], condition: "it in (\"2026-01\", \"2026-02\")",
    mistakes: [
      ("2026-13", "2026-13 is an invalid month: there is no month 13"),
      ("\"0000-01\"", "cannot be \"0000-01\"; there is no year 0000"),
      ("\"10000-01\"", "cannot be \"10000-01\"; expected a month such as 2026-11"),
      ("2025-12", "must be at least 2026-01, not 2025-12"),
      ("2026", "cannot be 2026; expected a month such as 2026-11"),
    ],
    beyond: [
      (
        "strftime(\"%Y-%m\", it || \"-01\", \"+9999999 days\")",
        "2026-01-01 + 9999999 days is outside the years 0001 to 9999"
      )
    ]),
  KindCase(
    kind: "Percent(integer: 2, fraction: 1) in -5%...80%", first: "12.5%", second: "80%",
    shown: ["12.5%", "80.0%"], datum: .percent("12.5%", part: "0.125"), label: "12.5%",
    keys: "80.0", text: "80.0", stored: ["0.125", "0.8"], condition: "it = 0.125",
    mistakes: [
      ("12.5", "12.5 is a number; expected a percentage such as 12.5%"),
      ("1.25%", "can have at most 1 digit after the point, not 1.25%"),
      ("80.1%", "must be -5%…80%, not 80.1%"),
    ]),
  KindCase(
    kind: "Percent(integer: 18, fraction: 3)", first: "0.5%", second: "123456789012345678.125%",
    shown: ["0.500%", "123456789012345678.125%"], datum: .percent("0.500%", part: "0.00500"),
    label: "0.500%", keys: "123456789012345678.125", text: "123456789012345678.125",
    stored: ["0.005", "1234567890123456.78125"], condition: "it < 0.01",
    mistakes: [("true", "cannot be true; expected a percentage such as 12.5%")]),
  KindCase(
    kind: "Email", first: "\"Ann.B@EXAMPLE.org\"", second: "\"x+y@a.b-c.de\"",
    shown: ["Ann.B@example.org", "x+y@a.b-c.de"], datum: .text("Ann.B@example.org"),
    label: "Ann.B@example.org", keys: "x+y@A.B-c.De", text: "x+y@a.b-c.de",
    stored: ["Ann.B@example.org", "x+y@a.b-c.de"], condition: "it like '%.org'",
    mistakes: [
      ("\"a@b\"", "cannot be \"a@b\"; expected an address such as ann@example.org"),
      ("\"a b@c.de\"", "cannot be \"a b@c.de\"; expected an address such as ann@example.org"),
      ("5", "cannot be 5; expected an address such as ann@example.org"),
    ]),
  KindCase(
    kind: "IBAN", first: "\"de89 3704 0044 0532 0130 00\"", second: "NO9386011117947",
    shown: ["DE89370400440532013000", "NO9386011117947"], datum: .text("DE89370400440532013000"),
    label: "DE89 3704 0044 0532 0130 00", keys: "no93 8601 1117 947", text: "NO93 8601 1117 947",
    stored: ["DE89370400440532013000", "NO9386011117947"], condition: "it like 'DE%'",
    mistakes: [
      ("\"NO92 8601 1117 947\"", "cannot be \"NO92 8601 1117 947\"; the check digits do not match"),
      ("\"QQ12\"", "cannot be \"QQ12\"; no IBAN begins with QQ"),
      ("\"NO93\"", "cannot be \"NO93\"; expected 15 characters in an IBAN of NO, not 4"),
    ]),
  KindCase(
    kind: "Phone", first: "\"+44 (20) 7946-0018\"", second: "\"0049.30.1234567\"",
    shown: ["+442079460018", "+49301234567"], datum: .text("+442079460018"),
    label: "+442079460018", keys: "0049301234567", text: "+49301234567",
    stored: ["+442079460018", "+49301234567"], condition: "it like '+44%'",
    mistakes: [
      ("\"+49 123\"", "cannot be \"+49 123\"; expected 7 to 15 digits after +, not 5"),
      (
        "\"030 1234567\"",
        "cannot be \"030 1234567\"; expected a telephone number such as +49 30 1234567, in quotation marks"
      ),
    ]),
  KindCase(
    kind: "Phone(+49)", first: "\"+44 (0)20 7946-0018\"", second: "\"030/1234567\"",
    shown: ["+442079460018", "+49301234567"], datum: .text("+442079460018"),
    label: "+442079460018", keys: "(030) 1234567", text: "+49301234567",
    stored: ["+442079460018", "+49301234567"], condition: "it = \"030 1234567\"",
    mistakes: [
      ("\"030 12\"", "cannot be \"030 12\"; expected 7 to 15 digits after +, not 6"),
      (
        "\"30 1234567\"",
        "cannot be \"30 1234567\"; expected a telephone number such as 030 1234567 or "
          + "+49 30 1234567, in quotation marks"
      ),
      (
        "0301234567",
        "0301234567 is a number; expected a telephone number such as 030 1234567 or "
          + "+49 30 1234567, in quotation marks (begin telephone numbers with + and the country "
          + "code, or with 0)"
      ),
    ]),
]
