internal import Records

struct PropertyIndex {
  var property: Int

  init(ofProperty number: Int) { property = number }

  /// Parses an object name in `wb_def`; nil for another kind of definition.
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

  /// Why an index of a property would be useless; nil if it is useful.
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
