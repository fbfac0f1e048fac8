internal import Values

/// A part of a template.
indirect enum TemplateNode: Sendable {
  /// Text without a newline.
  case text(String)
  case newline
  case value(TemplateTag)
  case section(TemplateTag, isInverted: Bool, [TemplateNode])
}

/// What a tag of a template names, and where it is.
struct TemplateTag: Sendable {
  /// What a path is called that means the item itself.
  static let itself = ["."]

  /// The names of the path; none for a place in a list, such as `last()`.
  var path: [String]
  var place: TemplatePlace?
  /// The functions that are applied to the value, the outermost first.
  var functions: [TemplateFunction]
  var line: Int
  var column: Int

  /// The path with the functions of it, as they are written, but for the outermost ones.
  func written(from outermost: Int = 0) -> String {
    if let place { return place.rawValue + "()" }
    let path = path == Self.itself ? "." : path.map(\.asName).joined(separator: ".")
    let functions = functions[outermost...]
    return functions.map { $0.rawValue + "(" }.joined() + path
      + String(repeating: ")", count: functions.count)
  }

  /// What is left of a value of some shape after the functions of the tag.
  ///
  /// - Throws: ``TemplateError`` of the first function that does not take what it is given.
  func shape(of value: TemplateShape) throws(TemplateError) -> TemplateShape {
    var shape = value
    for (index, function) in functions.enumerated().reversed() {
      guard let result = function.result(of: shape) else {
        throw error(.misapplied(function.rawValue, to: written(from: index + 1), shape))
      }
      shape = result
    }
    return shape
  }

  func error(_ kind: TemplateError.Kind, candidates: [String] = []) -> TemplateError {
    TemplateError(kind: kind, line: line, column: column, candidates: candidates)
  }
}
