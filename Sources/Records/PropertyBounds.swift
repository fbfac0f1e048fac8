/// The bounds of a range, for a property: `0...150`, `0...`, `...150` or a `ValueRange`.
public protocol PropertyBounds<Bound> {
  /// The Swift type of the bounds.
  associatedtype Bound
  /// The least and the greatest value.
  var valueRange: ValueRange { get }
}

extension ValueRange: PropertyBounds {
  /// Its bounds are values already.
  public typealias Bound = Value
  /// The range itself.
  public var valueRange: ValueRange { self }
}

extension ClosedRange: PropertyBounds where Bound: PropertyValue {
  /// Both bounds as values.
  public var valueRange: ValueRange {
    ValueRange(lowerBound.propertyValue, upperBound.propertyValue)
  }
}

extension PartialRangeFrom: PropertyBounds where Bound: PropertyValue {
  /// The least value, without a greatest.
  public var valueRange: ValueRange { ValueRange(lowerBound.propertyValue, nil) }
}

extension PartialRangeThrough: PropertyBounds where Bound: PropertyValue {
  /// The greatest value, without a least.
  public var valueRange: ValueRange { ValueRange(nil, upperBound.propertyValue) }
}
