internal import Interchange
internal import Values

struct ProposedProperty {
  var name: String
  var place: Int
  var kind: String
  var isOptional: Bool
  var isKey = false
  var pattern = ""
  /// The unit or prefix in command syntax, and `grouped`.
  var suffix = ""
  var remarks: [String] = []

  mutating func take(_ unit: ColumnEvidence.Unit?) {
    guard let unit, kind == "Integer" || kind.hasPrefix("Decimal") else { return }
    let (word, text) = unit.prefix.isEmpty ? ("unit", unit.suffix) : ("prefix", unit.prefix)
    suffix = " \(word) \(Value.text(text).literal)" + suffix
  }
}
