/// A fixed format: input positions, each for one class of characters, and literals between them.
///
/// The input positions between two literals form a part. Adjacent parts of a mask that accept the
/// same class of characters form one segment; in a date or time each part is a segment.
/// The user edits the text of each segment.
public final class FixedForm: Sendable {
  // A class, because a struct would retain and release each array whenever it is passed.

  package let slots: [Slot]

  package let stretches: [Stretch]

  /// For each position including the end, the input position at or after this position; the end if
  /// there is no such position.
  let nextPlace: [Int]

  /// For each input position, the index of its segment and its index in the segment; unspecified
  /// for literals.
  package let owners: [(stretch: Int, index: Int)]

  package let lastPlace: Int

  /// Whether digits can be shown in a locale's script; false if a literal is a digit that is not
  /// ASCII, because the literal could be confused with input.
  package let canHaveLocalDigits: Bool

  package struct Stretch: Sendable {
    package var positions: [Int]
    package var part: CalendarPart?

    /// Whether a single digit is completed with a leading zero.
    var takesZero: Bool { part.map { $0.width == 2 } ?? false }
  }

  /// A mask must have an input position.
  package convenience init(_ slots: [Slot]) {
    var stretches: [Stretch] = []
    var part: [Int] = []
    func end() {
      guard let first = part.first else { return }
      let isUniform = part.allSatisfy { slots[$0] == slots[first] }
      if isUniform, let last = stretches.indices.last,
        stretches[last].positions.allSatisfy({ slots[$0] == slots[first] })
      {
        stretches[last].positions += part
      } else {
        stretches.append(Stretch(positions: part))
      }
      part = []
    }
    for position in slots.indices {
      if slots[position].isLiteral { end() } else { part.append(position) }
    }
    end()
    self.init(slots, stretches)
  }

  package convenience init(_ pieces: [CalendarPiece]) {
    var slots: [Slot] = []
    var stretches: [Stretch] = []
    for piece in pieces {
      switch piece {
      case .part(let part):
        stretches.append(
          Stretch(positions: Array(slots.count..<slots.count + part.width), part: part))
        slots += [Slot](repeating: .digit, count: part.width)
      case .literal(let text): slots += text.unicodeScalars.map(Slot.literal)
      }
    }
    self.init(slots, stretches)
  }

  private init(_ slots: [Slot], _ stretches: [Stretch]) {
    self.slots = slots
    self.stretches = stretches
    var nextPlace = [Int](repeating: slots.count, count: slots.count + 1)
    for position in slots.indices.reversed() {
      nextPlace[position] = slots[position].isLiteral ? nextPlace[position + 1] : position
    }
    self.nextPlace = nextPlace
    var owners = [(stretch: Int, index: Int)](repeating: (0, 0), count: slots.count)
    for (number, stretch) in stretches.enumerated() {
      for (index, position) in stretch.positions.enumerated() {
        owners[position] = (number, index)
      }
    }
    self.owners = owners
    lastPlace = stretches.last?.positions.last ?? -1
    canHaveLocalDigits = slots.allSatisfy { slot in
      guard case .literal(let literal) = slot else { return true }
      return literal.value < 0x80 || !literal.plain.isPlainDigit
    }
  }

  package func nextPlace(from position: Int) -> Int? {
    let place = nextPlace[position]
    return place < slots.count ? place : nil
  }

  package func counts(ofRunTo end: Int) -> [Int] {
    stretches.map { stretch in stretch.positions.prefix { $0 < end }.count }
  }

  /// Whether the form is a date or time, whose separators are interchangeable.
  package var isCalendar: Bool { stretches.first?.part != nil }

  package func isLiteral(_ scalar: Unicode.Scalar, at position: Int) -> Bool {
    guard position < slots.count, case .literal(let literal) = slots[position] else { return false }
    if literal == scalar || literal == scalar.plain { return true }
    guard isCalendar else { return false }
    let isSeparator = scalar.isDateSeparator
    switch literal {
    case "T": return isSeparator && scalar.isSpace || scalar.plain == "t"
    case "Z": return scalar.plain == "z"
    default: return isSeparator && literal.isDateSeparator
    }
  }
}

package enum CalendarPiece: Sendable {
  case part(CalendarPart)
  case literal(String)
}

extension Unicode.Scalar {
  package var isDateSeparator: Bool {
    switch plain {
    case "-", "/", ".", ":": true
    default: isSpace
    }
  }

  /// Whether a paste may drop the scalar because it is white space, punctuation, or a mathematical
  /// or modifier symbol.
  package var isFiller: Bool {
    switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .modifierSymbol:
      true
    default: properties.isWhitespace
    }
  }
}
