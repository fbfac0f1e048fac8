// The reference: slow and obvious, written from KEYSTROKES.md alone. It imports nothing.

/// The symbols of a locale, as the reference knows them.
struct ReferenceSymbols: Hashable, Sendable {
  var point = "."
  var separator: String? = ","
  var minus = "-"
  var zero: UInt32 = 0x30
  var primary = 3
  var secondary = 3
  var minimum = 1
  var isGrouped = false

  /// What a field takes for its own beside a number: of a currency its sign and its code.
  static func affixes(_ own: String) -> [String] {
    let bare = String(own.filter { !$0.isWhitespace })
    for (sign, code) in ["$": "USD", "€": "EUR", "£": "GBP"] where bare == sign || bare == code {
      return [sign, code]
    }
    return [own]
  }

  func digit(_ value: Int) -> String {
    String(Character(Unicode.Scalar(zero + UInt32(value))!))
  }

  /// How one inner character is shown.
  func shown(_ character: Character) -> String {
    switch character {
    case ".": point
    case "-": minus
    default: digit(character.wholeNumberValue!)
    }
  }

  /// The digits with a separator between any two groups, whatever their number.
  func fullyGrouped(_ digits: [Character]) -> [Character] {
    var rest = digits
    var groups: [[Character]] = []
    var size = primary
    while rest.count > size {
      groups.insert(Array(rest.suffix(size)), at: 0)
      rest.removeLast(size)
      size = secondary
    }
    groups.insert(rest, at: 0)
    return Array(groups.joined(separator: [","]))
  }

  /// An inner text as displayed, character by character; a separator belongs to no inner one.
  func display(_ inner: [Character]) -> [(shown: String, isSeparator: Bool)] {
    var sign: [Character] = []
    var whole = inner
    if whole.first == "-" { sign = [whole.removeFirst()] }
    let rest = whole.firstIndex(of: ".").map { Array(whole[$0...]) } ?? []
    whole.removeLast(rest.count)
    if isGrouped, separator != nil, whole.count >= primary + minimum {
      whole = fullyGrouped(whole)
    }
    return (sign + whole + rest).map {
      $0 == "," ? (separator!, true) : (shown($0), false)
    }
  }

  func text(_ inner: [Character]) -> String { display(inner).map(\.shown).joined() }

  /// Where the caret is displayed that stands behind so many inner characters.
  func caret(_ inner: [Character], after count: Int) -> Int {
    guard count > 0 else { return 0 }
    var seen = 0
    for (index, unit) in display(inner).enumerated() where !unit.isSeparator {
      seen += 1
      if seen == count { return index + 1 }
    }
    return seen
  }
}
