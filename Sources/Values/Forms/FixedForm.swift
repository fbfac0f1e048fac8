/// A row of places, each for a character of some class, with literals between them.
///
/// The places between two literals are a part. Neighbouring parts of a mask whose places all take
/// the same characters are one stretch; in a date or time each part is one. What is edited is the
/// text of each stretch. It never changes.
public final class FixedForm: Sendable {
  // A class, because each edit hands it on many times and a copy would count many references.

  /// The places and the literals, in the order in which they are written.
  package let slots: [Slot]

  /// The stretches, in the order of their places.
  package let stretches: [Stretch]

  /// For each position, and for the end, the first place from there on; the end where there is
  /// none.
  let nextPlace: [Int]

  /// For each place the number of its stretch and its place in it; for a literal nothing of use.
  package let owners: [(stretch: Int, index: Int)]

  /// The last place of the form.
  package let lastPlace: Int

  /// Whether digits can be displayed as those of a locale.
  ///
  /// A literal that is a digit of some other script could not be told from those.
  package let canHaveLocalDigits: Bool

  /// What is edited as one text: places that go on after a literal.
  package struct Stretch: Sendable {
    /// The positions of the places.
    package var positions: [Int]
    /// What the digits mean, in a date or time.
    package var part: CalendarPart?

    /// Whether a single digit is a number too, written with a zero in front.
    package var takesZero: Bool { part.map { $0.width == 2 } ?? false }
  }

  /// Makes the form of a mask; of one without a place there is none.
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

  /// Makes the form of a date or time.
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

  /// The first place from a position on; nil where there is none.
  package func nextPlace(from position: Int) -> Int? {
    let place = nextPlace[position]
    return place < slots.count ? place : nil
  }

  /// How many characters each stretch has where all positions before one are shown.
  package func counts(ofRunTo end: Int) -> [Int] {
    stretches.map { stretch in stretch.positions.prefix { $0 < end }.count }
  }

  /// Whether the form is that of a date or time, in which separators are alike.
  package var isCalendar: Bool { stretches.first?.part != nil }

  /// Whether the literal at a position is what a scalar is typed for.
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

/// A piece of a date or time as it is written.
package enum CalendarPiece: Sendable {
  case part(CalendarPart)
  case literal(String)
}

extension Unicode.Scalar {
  /// Whether people write the scalar between the parts of a date or time.
  package var isDateSeparator: Bool {
    switch plain {
    case "-", "/", ".", ":": true
    default: isSpace
    }
  }

  /// Whether the scalar is white space or punctuation, which a paste into a form can do without.
  package var isFiller: Bool {
    switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .modifierSymbol:
      true
    default: properties.isWhitespace
    }
  }
}
