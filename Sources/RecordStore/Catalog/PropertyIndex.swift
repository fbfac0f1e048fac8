internal import Records

/// An index that was asked for, and that the store would not need to keep its rules.
struct PropertyIndex {
  /// The number of the property, in `wb_prop`.
  var property: Int

  init(ofProperty number: Int) { property = number }

  /// Takes a name in `wb_def`; nil if it is another sort of definition.
  init?(object: String) {
    guard object.hasPrefix(Self.prefix), let number = Int(object.dropFirst(Self.prefix.count))
    else { return nil }
    property = number
  }

  /// What the definition is called in `wb_def`.
  var object: String { Self.prefix + String(property) }

  /// The command that makes it.
  func command(type: String, property: String) -> String {
    "index \(type.asName).\(property.asName)"
  }

  private static let prefix = "index:"

  /// Why an index of a property would be of no use; nil if it can be used.
  static func uselessness(of property: Property) -> String? {
    if property.isKey { return "is a key, which has an index" }
    if property.isUnique { return "is unique, and so it has an index" }
    if property.kind.isReference { return "is a reference, which has an index" }
    if property.kind.isList { return "is a list, of which there can be no index" }
    if Storage(property).isLong {
      return "has more than 15 digits; no index can be used where such numbers are compared"
    }
    return nil
  }
}
