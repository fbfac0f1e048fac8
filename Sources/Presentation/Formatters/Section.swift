/// A part of a screen: items from top to bottom, with an optional title.
public struct Section<ID: Hashable & Sendable, Kind: Hashable & Sendable>: Hashable, Sendable {
  /// The title above the items; nil if there is none.
  public var title: String?
  /// The items from top to bottom.
  public var items: [Item<ID, Kind>]

  /// Creates a section.
  public init(title: String? = nil, items: [Item<ID, Kind>]) {
    self.title = title
    self.items = items
  }
}

/// An element of a screen: a line, an image, a button.
///
/// The types of id and kind belong to the screen. A kind may contain data for its view in addition
/// to the text, such as the address of an image.
public struct Item<ID: Hashable & Sendable, Kind: Hashable & Sendable>: Hashable, Sendable,
  Identifiable
{
  /// The identifier of the item, unique in its section and independent of the text.
  public var id: ID
  /// The kind of view that shows the item.
  public var kind: Kind
  /// The text of the item.
  public var text: String

  /// Creates an item.
  public init(_ id: ID, _ kind: Kind, _ text: String) {
    self.id = id
    self.kind = kind
    self.text = text
  }
}
