/// A part of what is shown, with a title if it needs one.
public struct Section {
  public var title: String?
  public var items: [Item]

  public init(title: String? = nil, items: [Item]) {
    self.title = title
    self.items = items
  }
}
