/// A part of a screen: items from top to bottom, under a title if it needs one.
public struct Section<ID: Hashable & Sendable, Kind: Hashable & Sendable>: Hashable, Sendable {
  /// The title above the items; nil if there is none.
  public var title: String?
  /// What the section shows, from top to bottom.
  public var items: [Item<ID, Kind>]

  /// Makes a section of items, without a title unless one is given.
  public init(title: String? = nil, items: [Item<ID, Kind>]) {
    self.title = title
    self.items = items
  }
}

/// One thing that a screen shows: a line, an image, a button.
///
/// The id and the kind are types of the screen's own. A kind may carry what its view needs beside
/// the text, such as the address of an image.
public struct Item<ID: Hashable & Sendable, Kind: Hashable & Sendable>: Hashable, Sendable,
  Identifiable
{
  /// What tells the item from all others of its section, also after the text has changed.
  public var id: ID
  /// What sort of view shows the item.
  public var kind: Kind
  /// What the item says.
  public var text: String

  /// Makes an item.
  public init(_ id: ID, _ kind: Kind, _ text: String) {
    self.id = id
    self.kind = kind
    self.text = text
  }
}
