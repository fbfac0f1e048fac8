internal import Values

/// A tag of a template: what it does, the path it names, and its place.
struct TemplateTag: Hashable, Sendable {
  enum Role: Hashable, Sendable {
    case variable
    case section
    case invertedSection
    /// The end of the section that the tag of this number begins.
    case end(of: Int)
  }

  /// What a path is called that means the item itself.
  static let itself = ["."]

  var role: Role
  /// The names of the path; none for a function of the place in a list, such as `last()`.
  var path: [String]
  /// The functions that are applied to the value, the outermost first.
  var functions: [String]
  var line: Int
  var column: Int

  /// The path, and the functions of it, as they are written.
  var name: String { written(from: 0) }

  /// The path with the functions of it, as they are written, but for the outermost ones.
  func written(from outermost: Int) -> String {
    let path = path == Self.itself ? "." : path.map(\.asName).joined(separator: ".")
    let functions = functions[outermost...]
    return functions.map { $0 + "(" }.joined() + path
      + String(repeating: ")", count: functions.count)
  }

  func error(_ kind: TemplateError.Kind, candidates: [String] = []) -> TemplateError {
    TemplateError(kind: kind, line: line, column: column, candidates: candidates)
  }

  /// The functions of the place in a list.
  static let placeFunctions = ["even", "first", "index", "last", "odd"]
}
