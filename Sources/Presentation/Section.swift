/// A part of what is shown, with a title if it needs one.
public struct Section {
  /// The title above the section; nil if it has none.
  public var title: String?
  /// What the section shows, from top to bottom.
  public var items: [Item]

  /// Makes a section of items, without a title unless one is given.
  public init(title: String? = nil, items: [Item]) {
    self.title = title
    self.items = items
  }
}
