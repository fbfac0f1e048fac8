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
}
