// Values are encoded in their written form, which every program can read.

extension CalendarDate: Codable {
  /// Decodes a day from `2026-11-21`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.read { text throws(Violation) in try CalendarDate(reading: text) }
  }

  /// Encodes the day as `2026-11-21`.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension Instant: Codable {
  /// Decodes a date and time with its zone, `2026-11-21T10:00:00Z`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.read { text throws(Violation) in
      // A date and time outside of the years 1 to 9999 is encoded as milliseconds.
      if let milliseconds = Int(text) { return Instant(milliseconds: milliseconds) }
      return try Instant(reading: text)
    }
  }

  /// Encodes the date and time in UTC, `2026-11-21T10:00:00.000Z`; outside of the years 1 to 9999,
  /// the milliseconds since 1970.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension ClockTime: Codable {
  /// Decodes a time of day from `08:30` or `08:30:15`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.read { text throws(Violation) in try ClockTime(reading: text) }
  }

  /// Encodes the time as `08:30`, or `08:30:15` if it has seconds.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension TimeSpan: Codable {
  /// Decodes a duration from `37:15` or `37:15:20`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.read { text throws(Violation) in try TimeSpan(reading: text) }
  }

  /// Encodes the duration as `37:15`, or `37:15:20` if it has seconds.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension CalendarMonth: Codable {
  /// Decodes a month from `2026-11`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.read { text throws(Violation) in try CalendarMonth(reading: text) }
  }

  /// Encodes the month as `2026-11`.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension Decoder {
  func read<Result, Failure: Error>(
    _ read: (String) throws(Failure) -> Result
  ) throws -> Result {
    let text = try String(from: self)
    do throws(Failure) {
      return try read(text)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: "\(error)", underlyingError: error))
    }
  }
}

extension Value: Codable {
  private enum Case: String, CodingKey {
    case text, integer, decimal, double, boolean, date, dateTime, time, duration, month, percent
    case reference, list
  }

  /// Decodes a value from an object with the name of its case, `{"decimal": "12.5"}`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Case.self)
    guard container.allKeys.count == 1, let name = container.allKeys.first else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: #"expected an object such as {"decimal": "12.5"}"#))
    }
    func decoded<Content: Decodable>(_ type: Content.Type = Content.self) throws -> Content {
      try container.decode(type, forKey: name)
    }
    self =
      switch name {
      case .text: .text(try decoded())
      case .integer: .integer(try decoded())
      case .decimal: .decimal(try decoded())
      // JSON cannot represent infinity or NaN, so these are texts.
      case .double:
        .double(try (try? decoded(String.self)).flatMap { Double($0) } ?? decoded())
      case .boolean: .boolean(try decoded())
      case .date: .date(try decoded())
      case .dateTime: .dateTime(try decoded())
      case .time: .time(try decoded())
      case .duration: .duration(try decoded())
      case .month: .month(try decoded())
      case .percent: .percent(try decoded())
      case .reference: .reference(try decoded())
      case .list: .list(try decoded())
      }
  }

  /// Encodes the value as an object with the name of its case, `{"decimal": "12.5"}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Case.self)
    switch self {
    case .text(let text): try container.encode(text, forKey: .text)
    case .integer(let number): try container.encode(number, forKey: .integer)
    case .decimal(let number): try container.encode(number, forKey: .decimal)
    case .double(let number) where !number.isFinite:
      try container.encode(number.description, forKey: .double)
    case .double(let number): try container.encode(number, forKey: .double)
    case .boolean(let flag): try container.encode(flag, forKey: .boolean)
    case .date(let date): try container.encode(date, forKey: .date)
    case .dateTime(let moment): try container.encode(moment, forKey: .dateTime)
    case .time(let time): try container.encode(time, forKey: .time)
    case .duration(let span): try container.encode(span, forKey: .duration)
    case .month(let month): try container.encode(month, forKey: .month)
    case .percent(let part): try container.encode(part, forKey: .percent)
    case .reference(let id): try container.encode(id, forKey: .reference)
    case .list(let items): try container.encode(items, forKey: .list)
    }
  }
}
