/// Turns models into the sections that a view shows.
///
/// It sits between presenter and view. Two formatters give one record two faces, and none of them
/// changes it.
public protocol Formatter {
  func sections(for input: FormatterInput) -> [Section]
}

/// A part of what is shown, with a title if it needs one.
public struct Section {
  public var title: String?
  public var items: [Item]

  public init(title: String? = nil, items: [Item]) {
    self.title = title
    self.items = items
  }
}
