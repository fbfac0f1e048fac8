internal import Records

/// What becomes of a definition in `wb_def`: its text before and after, nil where there is none.
struct Redefinition {
  /// What is defined, such as `prop:7`.
  var object: String
  var old: String?
  var new: String?

  /// The number of the object, if its name begins like this.
  func number(after prefix: String) -> Int? {
    object.hasPrefix(prefix) ? Int(object.dropFirst(prefix.count)) : nil
  }
}
