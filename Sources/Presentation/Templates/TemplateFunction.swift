enum TemplateFunction: String, CaseIterable {
  case capitalized, count, empty, first, last, lowercased, reversed, sorted, uppercased

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

  /// The argument must have an applicable shape. The result for a missing value is missing, except
  /// that `empty` returns true.
  func value(of argument: TemplateValue) -> TemplateValue {
    switch argument {
    case .none: self == .empty ? .flag(true) : argument
    case .flag: argument
    case .item(let item):
      switch self {
      case .capitalized: .item(item.value(item.text.capitalizingWords))
      case .lowercased: .item(item.value(item.text.lowercased()))
      case .uppercased: .item(item.value(item.text.uppercased()))
      case .reversed: .item(item.value(String(item.text.reversed())))
      case .empty: .flag(item.text.isEmpty)
      case .count, .first, .last, .sorted: argument
      }
    case .list(let items):
      switch self {
      case .count: .item(TemplateScope(.value(String(items.count))))
      case .empty: .flag(items.isEmpty)
      case .first: items.first.map(TemplateValue.item) ?? .none(TemplateScope(.value("")))
      case .last: items.last.map(TemplateValue.item) ?? .none(TemplateScope(.value("")))
      case .reversed: .list(items.reversed())
      case .sorted: .list(items.sorted { $0.text < $1.text })
      case .capitalized, .lowercased, .uppercased: argument
      }
    }
  }

  static func message(_ name: String, of argument: String, _ shape: TemplateShape) -> String {
    let parameter = Self(rawValue: name)?.parameter ?? "something else"
    return "\"\(name)\" needs \(parameter); \(argument) is \(shape.words)"
  }

  private var parameter: String {
    switch self {
    case .count, .first, .last, .sorted: "a list"
    case .capitalized, .lowercased, .uppercased: "a single value"
    case .reversed, .empty: "a list or a single value"
    }
  }
}

/// The shape of a tag's value, or of a function's result.
public enum TemplateShape: Hashable, Sendable {
  /// A single value or list item, rendered as text.
  case value
  /// A list of values or of records.
  case list
  /// The number of items of a list.
  case number
  /// A Boolean.
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

enum TemplatePlace: String, CaseIterable {
  case even, first, index, last, odd

  func value(of place: (index: Int, isLast: Bool)?) -> TemplateValue {
    guard let (index, isLast) = place else { return .none(TemplateScope(.value(""))) }
    return switch self {
    case .even: .flag(index.isMultiple(of: 2))
    case .first: .flag(index == 0)
    case .index: .item(TemplateScope(.value(String(index))))
    case .last: .flag(isLast)
    case .odd: .flag(!index.isMultiple(of: 2))
    }
  }
}

extension String {
  /// Capitalizes the first letter of each word and lowercases the others: `It's A.B`.
  fileprivate var capitalizingWords: String {
    var result = ""
    var isInWord = false
    for scalar in unicodeScalars {
      let properties = scalar.properties
      if properties.isCased {
        result += isInWord ? properties.lowercaseMapping : properties.titlecaseMapping
        isInWord = true
      } else {
        result.unicodeScalars.append(scalar)
        isInWord = isInWord && properties.isCaseIgnorable && scalar != "." && scalar != ":"
      }
    }
    return result
  }
}
