internal import Values

indirect enum TemplateNode: Sendable {
  /// Does not contain newlines.
  case text(String)
  case newline
  case value(TemplateTag)
  case section(TemplateTag, isInverted: Bool, [TemplateNode])
}

struct TemplateTag: Sendable {
  /// The path `.`, which means the item itself.
  static let itself = ["."]

  /// The names of the path; empty for a position in a list, such as `last()`.
  var path: [String]
  var place: TemplatePlace?
  /// Applied from last to first.
  var functions: [TemplateFunction]
  var line: Int
  var column: Int

  /// The path with its functions as written, without the first `outermost` functions.
  func written(from outermost: Int = 0) -> String {
    if let place { return place.rawValue + "()" }
    let path = path == Self.itself ? "." : path.map(\.asName).joined(separator: ".")
    let functions = functions[outermost...]
    return functions.map { $0.rawValue + "(" }.joined() + path
      + String(repeating: ")", count: functions.count)
  }

  /// The shape of a value after the functions are applied.
  ///
  /// - Throws: ``TemplateError`` for the first function that cannot be applied.
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
