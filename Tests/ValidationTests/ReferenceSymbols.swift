// The reference: slow and obvious, based only on KEYSTROKES.md. It imports nothing.

struct ReferenceSymbols: Hashable, Sendable {
  var point = "."
  var separator: String? = ","
  var minus = "-"
  var zero: UInt32 = 0x30
  var primary = 3
  var secondary = 3
  var minimum = 1
  var isGrouped = false

  /// The affixes that a field recognizes beside a number: for a currency its sign and its code.
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

  func shown(_ character: Character) -> String {
    switch character {
    case ".": point
    case "-": minus
    default: digit(character.wholeNumberValue!)
    }
  }

  /// Separates all groups, whatever their number.
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

  /// A separator belongs to no inner character.
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

  /// The displayed caret after `count` inner characters.
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
