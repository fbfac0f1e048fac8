/// A fixed row of places, each for a character of some class or always for the same one.
///
/// Texts are of the form if they fill the row. It never changes.
public final class SlotForm: Sendable {
  // A class, because each edit hands it on many times and a copy would count many references.

  let places: [Slot]

  /// For each place the first one from there on that is no literal; the end where there is none.
  let free: [Int]

  /// Whether digits are displayed as those of the locale.
  ///
  /// A literal that is a digit of some other script could not be told from those.
  let hasLocalDigits: Bool

  private let literals: Set<Unicode.Scalar>

  // What each place holds of ASCII, a bit for each byte: asked for over and over at every key.
  private let low: [UInt64]
  private let high: [UInt64]

  init(_ places: [Slot], hasLocalDigits: Bool = true) {
    self.places = places
    var free = [Int](repeating: places.count, count: places.count + 1)
    var literals: Set<Unicode.Scalar> = []
    for place in places.indices.reversed() {
      free[place] = places[place].isLiteral ? free[place + 1] : place
      if case .literal(let literal) = places[place] { literals.insert(literal) }
    }
    self.free = free
    self.literals = literals
    // A long form has few sorts of places.
    let sorts = Array(Set(places))
    let bits = { (bytes: Range<UInt8>) in
      Dictionary(
        uniqueKeysWithValues: sorts.map { sort in
          let held = bytes.reduce(UInt64(0)) { bits, byte in
            sort.holds(Unicode.Scalar(byte)) ? bits | 1 << UInt64(byte & 63) : bits
          }
          return (sort, held)
        })
    }
    let (low, high) = (bits(0..<64), bits(64..<128))
    self.low = places.map { low[$0, default: 0] }
    self.high = places.map { high[$0, default: 0] }
    self.hasLocalDigits =
      hasLocalDigits && literals.allSatisfy { $0.value < 0x80 || !$0.plain.isPlainDigit }
  }

  /// How many places a text fills from the first one on; `nil` where something does not fit there.
  func filled(by text: ArraySlice<UInt8>) -> Int? {
    var reader = ScalarReader(text)
    var place = 0
    while let scalar = reader.next() {
      guard place < places.count, holds(scalar, at: place) else { return nil }
      place += 1
    }
    return place
  }

  private func holds(_ scalar: Unicode.Scalar, at place: Int) -> Bool {
    guard scalar.value < 128 else { return places[place].holds(scalar) }
    let bits = scalar.value < 64 ? low[place] : high[place]
    return bits >> UInt64(scalar.value & 63) & 1 == 1
  }

  /// Whether the places from one on can be filled with the text and something in its gaps.
  func takes(_ text: ArraySlice<UInt8>, from start: Int) -> Bool {
    // The first place that takes a character leaves the most to those after it.
    var reader = ScalarReader(text)
    var place = start
    while let scalar = reader.next() {
      while place < places.count, !holds(scalar, at: place) { place += 1 }
      guard place < places.count else { return false }
      place += 1
    }
    return true
  }

  /// Whether some text of the form begins with the one text and has the other one after that.
  func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    guard let place = filled(by: before) else { return false }
    return takes(after, from: place)
  }

  /// The literal of the form that a scalar is, or is taken for.
  func literal(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    if literals.contains(scalar) { return scalar }
    return literals.contains(scalar.plain) ? scalar.plain : nil
  }

  /// The literals from a place up to the next free one.
  func run(from place: Int) -> ArraySlice<Slot> { places[place..<free[place]] }
}
