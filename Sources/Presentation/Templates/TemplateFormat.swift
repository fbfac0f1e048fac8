internal import Values

/// The part of a tag after the name: `{{day|dd.mm.yyyy}}`, `{{name|20}}`, `{{day|d.m.|>8}}`.
struct TemplateFormat: Sendable {
  static let widths = 1...1000

  var pattern: DatePattern?
  /// The width in columns; nil if the text is not padded.
  var width: Int?
  var isAtRight = false

  /// A pattern must precede the width, and each may occur only once.
  init(_ formats: some Sequence<Substring>, of tag: TemplateTag) throws(TemplateError) {
    for format in formats {
      let digits = format.first == ">" ? format.dropFirst() : format
      if digits.first?.isASCIIDigit == true || format.first == ">" {
        guard width == nil, digits.allSatisfy(\.isASCIIDigit), let number = Int(digits),
          Self.widths.contains(number)
        else { throw tag.error(.invalidFormat(String(format))) }
        (width, isAtRight) = (number, format.first == ">")
      } else {
        guard pattern == nil, width == nil, !format.isEmpty else {
          throw tag.error(.invalidFormat(String(format)))
        }
        pattern = try DatePattern(format, of: tag)
      }
    }
  }
}

struct DatePattern: Sendable {
  enum Field: String {
    case day, month, year, hour, minute, second

    fileprivate static let letters: [String: Field] = [
      "d": .day, "dd": .day, "m": .month, "mm": .month, "yy": .year, "yyyy": .year, "h": .hour,
      "hh": .hour, "M": .minute, "MM": .minute, "s": .second, "ss": .second,
    ]

    fileprivate func isPart(of kind: PropertyKind) -> Bool {
      switch kind {
      case .date: [.day, .month, .year].contains(self)
      case .month: [.month, .year].contains(self)
      case .time, .duration: [.hour, .minute, .second].contains(self)
      case .dateTime: true
      default: false
      }
    }
  }

  private enum Part {
    case text(String)
    case field(Field, letters: String)
  }

  private var parts: [Part] = []

  /// Parses a pattern. Letters are fields; literal letters must be between apostrophes. After
  /// hours, `m` and `mm` are minutes, as in `hh:mm`.
  fileprivate init(_ text: Substring, of tag: TemplateTag) throws(TemplateError) {
    var rest = text
    var last: Field?
    while let first = rest.first {
      if first == "'" {
        let inside = rest.dropFirst()
        guard let end = inside.firstIndex(of: "'") else {
          throw tag.error(.invalidFormat(String(text)))
        }
        parts.append(.text(String(inside[..<end])))
        rest = inside[inside.index(after: end)...]
      } else if first.isLetter {
        let letters = String(rest.prefix { $0 == first })
        guard var field = Field.letters[letters] else { throw tag.error(.unknownPart(letters)) }
        if field == .month, last == .hour { field = .minute }
        if letters.first == "M", last != .hour { throw tag.error(.misplacedMinutes(letters)) }
        parts.append(.field(field, letters: letters))
        last = field
        rest = rest.dropFirst(letters.count)
      } else {
        parts.append(.text(String(first)))
        rest = rest.dropFirst()
      }
    }
    if last == nil { throw tag.error(.invalidFormat(String(text))) }
  }

  func unfitting(_ kind: PropertyKind) -> (letters: String, field: Field)? {
    for case .field(let field, let letters) in parts where !field.isPart(of: kind) {
      return (letters, field)
    }
    return nil
  }

  /// - Parameter zoneOffset: The offset from UTC at a time, both in milliseconds.
  func text(of value: Value, _ zoneOffset: (Int) -> Int) -> String? {
    guard unfitting(value.calendarKind) == nil else { return nil }
    var (year, month, day, seconds) = (0, 0, 0, 0)
    switch value {
    case .date(let date): (year, month, day) = (date.year, date.month, date.day)
    case .month(let date): (year, month) = (date.year, date.month)
    case .time(let time): seconds = time.secondsSinceMidnight
    case .duration(let span): seconds = span.seconds
    case .dateTime(let instant):
      let (date, time) = instant.clock(zoneOffset)
      guard let date else { return nil }
      (year, month, day, seconds) = (date.year, date.month, date.day, time.secondsSinceMidnight)
    default: return nil
    }
    let size = seconds.magnitude
    let text = parts.map { part in
      guard case .field(let field, let letters) = part else {
        if case .text(let text) = part { return text }
        return ""
      }
      let number =
        switch field {
        case .day: day
        case .month: month
        case .year: letters.count == 2 ? year % 100 : year
        case .hour: Int(size / 3600)
        case .minute: Int(size / 60 % 60)
        case .second: Int(size % 60)
        }
      return number.padded(letters.count)
    }.joined()
    return seconds < 0 ? "-" + text : text
  }
}

extension Value {
  /// The kind of a date or time; for other values `text`, which no pattern fits.
  var calendarKind: PropertyKind {
    switch self {
    case .date: .date
    case .dateTime: .dateTime
    case .month: .month
    case .time: .time(hasSeconds: true)
    case .duration: .duration(hasSeconds: true)
    default: .text
    }
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
