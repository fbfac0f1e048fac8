internal import Expressions
internal import Records

final class TableRule {
  let number: Int
  let rule: Rule
  let condition: RecordExpression

  private(set) var compiledRule: CompiledRule?
  /// The statement that selects the changed records that break the rule.
  let selection = KeptStatement()

  init(number: Int, _ rule: Rule, _ condition: RecordExpression) {
    self.number = number
    self.rule = rule
    self.condition = condition
  }

  var compiled: CompiledExpression? { compiledRule?.condition }

  func take(_ compiled: CompiledRule) {
    if compiled.condition.edition != self.compiled?.edition { selection.forget() }
    compiledRule = compiled
  }

  var object: String { Self.prefix + String(number) }

  static let prefix = "rule:"
}

struct PropertyIndex {
  var property: Int

  init(ofProperty number: Int) { property = number }

  init?(object: String) {
    guard object.hasPrefix(Self.prefix), let number = Int(object.dropFirst(Self.prefix.count))
    else { return nil }
    property = number
  }

  var object: String { Self.prefix + String(property) }

  func command(type: String, property: String) -> String {
    "index \(type.asName).\(property.asName)"
  }

  private static let prefix = "index:"

  static func uselessness(of property: Property) -> StoreError.MemberFault? {
    if property.isKey { return .isKey }
    if property.isUnique { return .isUnique }
    if property.kind.isReference { return .isReference }
    if property.kind.isList { return .isList }
    return Storage(property).isLong ? .isLong : nil
  }
}
