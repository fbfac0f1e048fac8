import Validation

extension CornerCase {
  static let ranges: [CornerCase] = {
    let (date, german, moment) = (
      CornerFormats.date, CornerFormats.germanDate, CornerFormats.moment
    )
    let all = Formats.integer(Int.min...Int.max)
    let cent = Formats.decimal(1, 2, minimum: "0.01")
    let wide = Formats.decimal(3, 3, minimum: "-100", maximum: "30")
    let most = String(repeating: "9", count: 38)
    return [
      CornerCase(
        77, "a text below the range is taken as long as more digits can lead into it",
        [
          .typed(Formats.integer(10...99), "^", "4", "4^", .incomplete),
          .typed(Formats.integer(10...99), "^", "42", "42^", "42"),
          .typed(date, "^", "20261121", "2026-11-21^", "2026-11-21"),
          .typed(date, "^", "2026-11-21", "2026-11-21^", "2026-11-21"),
          .typed(german, "^", "21112026", "21.11.2026^", "2026-11-21"),
          .typed(
            moment, "^", "20261121100000Z", "2026-11-21T10:00:00Z^", "2026-11-21T10:00:00Z"),
        ]),
      CornerCase(
        78, "a fraction can be typed from its zero on although zero is out of the range",
        [
          .typed(cent, "^", "0", "0^", .incomplete), .typed(cent, "^", "0.", "0.^", .incomplete),
          .typed(cent, "^", "0.0", "0.0^", .incomplete),
          .typed(cent, "^", "0.01", "0.01^", "0.01"),
        ]),
      CornerCase(
        79, "a field can be cleared although nothing is no number of its range",
        [.key(Formats.integer(1...9), "[5]", .clear, "^", .empty)]),
      CornerCase(
        80, "a key after which nothing could be right any more is refused",
        [
          .typed(Formats.integer(0...100), "100^", "0", nil),
          .typed(date, "2026-1^", "3", nil), .typed(date, "2026-02-2^", "9", nil),
          .typed(date, "2024-02-2^", "9", "2024-02-29^", "2024-02-29"),
          .typed(date, "000^", "0", nil),
          .typed(german, "^", "29022023", nil), .typed(german, "^", "29021900", nil),
          .typed(german, "^", "29021904", "29.02.1904^", "1904-02-29"),
          .typed(german, "^", "29022024", "29.02.2024^", "2024-02-29"),
          .typed(german, "^", "31.04", nil),
          .typed(moment, "2026-11-21T^", "24", nil),
        ]),
      CornerCase(
        81, "a digit in front can be changed before those behind it are",
        [
          .typed(Formats.integer(46...53), "[4]9", "5", "5^9", .incomplete),
          .keys(
            Formats.integer(46...53), "[4]9", [.character("5"), .delete, .character("1")], "51^",
            "51"),
          .typed(date, "2026-[1]1-30", "0", "2026-0^1-30", "2026-01-30"),
          .typed(date, "2026-0[1]-30", "2", "2026-02^-30", .incomplete),
        ]),
      CornerCase(
        82, "a digit in front can be changed behind a minus too",
        [.typed(Formats.integer(-53...(-46)), "-[4]9", "5", "-5^9", .incomplete)]),
      CornerCase(
        83, "a number out of the range is not rewritten while digits behind may still go",
        [
          .typed(Formats.integer(-100...0), "-^50", "1", "-1^50", .incomplete),
          .keys(
            Formats.integer(-100...0), "-^50", [.character("1"), .delete], "-1^0", "-10"),
        ]),
      CornerCase(
        84, "any number of zeros is zero and not too many digits",
        [
          .pasted(Formats.integer(0...10), "^", String(repeating: "0", count: 21), "0^", "0"),
          .typed(Formats.integer(0...10), "^", String(repeating: "0", count: 21), "0^", "0"),
        ]),
      CornerCase(
        85, "the digit that would be too much for 64 bits is refused, and the last one is not",
        [
          .typed(all, "922337203685477580^", "8", nil),
          .typed(all, "922337203685477580^", "7", "9223372036854775807^", "9223372036854775807"),
          .typed(all, "-922337203685477580^", "9", nil),
          .typed(
            all, "-922337203685477580^", "8", "-9223372036854775808^", "-9223372036854775808"),
        ]),
      CornerCase(
        86, "the two bounds of 8 bits with a sign differ in their last digit",
        [
          .typed(Formats.integer(-128...127), "12^", "8", nil),
          .typed(Formats.integer(-128...127), "-12^", "8", "-128^", "-128"),
          .typed(Formats.integer(-128...127), "-12^", "9", nil),
        ]),
      CornerCase(
        87, "256 is refused for 8 bits without a sign",
        [
          .typed(Formats.integer(0...255), "25^", "6", nil),
          .typed(Formats.integer(0...255), "25^", "5", "255^", "255"),
        ]),
      CornerCase(
        88, "38 digits are exact, and one more is refused instead of filled with zeros",
        [
          .pasted(Formats.decimal(38, 0), "^", most + "9", nil),
          .typed(Formats.decimal(38, 0), most + "^", "9", nil),
          .pasted(Formats.decimal(38, 0), "^", most, most + "^", .value(most)),
        ]),
      CornerCase(
        89, "a Double refuses a sixteenth digit, which a Decimal holds exactly",
        [
          .typed(CornerFormats.double(), "^", "9007199254740993", nil),
          .pasted(CornerFormats.double(), "^", "9007199254740993", nil),
          .typed(CornerFormats.double(), "^", "900719925474099", "900719925474099^"),
          .typed(CornerFormats.double(), "^", "0.1234567890123456", nil),
          .typed(
            Formats.decimal(16, 0), "^", "9007199254740993", "9007199254740993^",
            "9007199254740993"),
        ]),
      CornerCase(
        90, "the range decides alike whatever fraction digits there may be",
        [
          Formats.decimal(3, 0, minimum: "0", maximum: "100"),
          Formats.decimal(3, 2, minimum: "0", maximum: "100"),
          Formats.decimal(8, 30, minimum: "0", maximum: "100"), CornerFormats.double(0, 100),
          Formats.integer(0...100),
        ].flatMap { format in
          ["985", "995"].flatMap { text -> [CornerExample] in
            [.typed(format, "^", text, nil), .pasted(format, "^", text, nil)]
          } + [.typed(format, "^", "98", "98^"), .typed(format, "^", "99", "99^")]
        }),
      CornerCase(
        91, "every beginning of a negative fraction is taken",
        [
          .typed(wide, "^", "-", "-^", .incomplete), .typed(wide, "^", "-3", "-3^", "-3"),
          .typed(wide, "^", "-32", "-32^", "-32"), .typed(wide, "^", "-32.", "-32.^", "-32"),
          .typed(wide, "^", "-32.123", "-32.123^", "-32.123"),
        ]),
      CornerCase(
        94, "what is out of the range is refused pasted as it is typed",
        [
          .pasted(Formats.integer(0...100), "^", "500", nil),
          .typed(Formats.integer(0...100), "^", "500", nil),
          .pasted(date, "^", "2026-02-30", nil), .typed(date, "^", "2026-02-30", nil),
          .typed(date, "^", "2026-02-3", "2026-02-3^", "2026-02-03"),
        ]),
    ]
  }()
}
