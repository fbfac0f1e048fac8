internal import Records

/// A change of a definition in `wb_def`; a text is nil if the definition does not exist at that
/// time.
struct Redefinition {
  /// For example `prop:7`.
  var object: String
  var old: String?
  var new: String?

  func number(after prefix: String) -> Int? {
    object.hasPrefix(prefix) ? Int(object.dropFirst(prefix.count)) : nil
  }
}
