/// A function that a tag applies to a value, as the renderer has it.
enum TemplateFunction: String, CaseIterable {
  case capitalized, count, empty, first, last, lowercased, reversed, sorted, uppercased

  /// What the function makes of an argument; nil where it does not take such a one.
  func result(of argument: TemplateShape) -> TemplateShape? {
    switch self {
    case .count: argument == .list ? .number : nil
    case .first, .last: argument == .list ? .value : nil
    case .sorted: argument == .list ? .list : nil
    case .capitalized, .lowercased, .uppercased: argument == .value ? .value : nil
    case .reversed: argument == .list || argument == .value ? argument : nil
    case .empty: argument == .list || argument == .value ? .flag : nil
    }
  }

  /// What is said of a function that does not take its argument.
  static func message(_ name: String, of argument: String, _ shape: TemplateShape) -> String {
    let parameter = Self(rawValue: name)?.parameter ?? "something else"
    return "\"\(name)\" takes \(parameter); \(argument) is \(shape.words)"
  }

  private var parameter: String {
    switch self {
    case .count, .first, .last, .sorted: "a list"
    case .capitalized, .lowercased, .uppercased: "a single value"
    case .reversed, .empty: "a list or a single value"
    }
  }

  /// The functions that can be applied to a value or a list.
  static let names = allCases.map(\.rawValue)
}

/// What a tag, or a function in it, stands for.
public enum TemplateShape: Hashable, Sendable {
  /// One value, or one item of a list, which is written as text.
  case value
  /// A list of values or of records.
  case list
  /// How many items a list has.
  case number
  /// Whether something is so.
  case flag

  fileprivate var words: String {
    switch self {
    case .value: "a single value"
    case .list: "a list"
    case .number: "a number"
    case .flag: "true or false"
    }
  }
}

extension TemplateTag {
  /// What is left of a value of some shape after the functions of the tag.
  ///
  /// - Throws: ``TemplateError`` of the first function that does not take what it is given.
  func shape(of value: TemplateShape) throws(TemplateError) -> TemplateShape {
    var shape = value
    for (index, name) in functions.enumerated().reversed() {
      guard let result = TemplateFunction(rawValue: name)?.result(of: shape) else {
        throw error(
          .misapplied(name, to: written(from: index + 1), shape))
      }
      shape = result
    }
    return shape
  }
}
