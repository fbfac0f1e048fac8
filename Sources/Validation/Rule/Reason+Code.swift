extension Reason {
  /// The code of a reason; the description of each case names the members of ``Reason/Detail`` that
  /// it uses besides `expected`.
  ///
  /// Future versions may add cases, so a `switch` needs a `default`.
  public enum Code: String, CaseIterable, Sendable {
    /// The subject is a complete message from a program or from a rule of a record.
    case stated

    /// A value violates a rule of its property or object.
    case violated
    /// The property in the subject requires a value.
    case required
    /// The input in the subject was rejected, and the user has not reacted yet. Return would keep
    /// the text in `back`, or an empty text.
    case unanswered
    /// The field is not attached to an object.
    case detached
    /// No property has the name in the subject.
    case noProperty
    /// The item that the field edits was removed from its list.
    case itemRemoved
    /// The number in the subject has more digits than a field can edit.
    case longNumber
    /// The editing ended before the key arrived.
    case editingEnded
    /// The key in the subject has no function in a field.
    case notOfField
    /// A program that rewrites edits has rejected this edit.
    case refusedByProgram
    /// The input is half of a surrogate pair, which is not a character.
    case halfCharacter

    /// The position is outside the text.
    case outOfBounds
    /// The input, in the subject if there is one, contains nothing that can be inserted.
    case nothingToInsert
    /// The text cannot be incremented or decremented.
    case nothingToStep
    /// The text in the subject, which a program set, does not fit the format of the field.
    case foreign
    /// The text in the subject is not written as the field displays its value.
    case notAsWritten

    /// The subject is not one of the characters in `characters`.
    case wrongClass
    /// Some positions of the subject contain characters of the wrong class.
    case wrongClasses
    /// The subject has no uppercase form that is a single letter.
    case noCapital
    /// No text of the kind in `whole` and within the bounds begins with the subject.
    case cannotStart
    /// No text of the kind in `whole` and within the bounds begins with the front followed by the
    /// subject.
    case cannotFollow
    /// The back cannot follow the subject.
    case cannotPrecede
    /// The subject is not valid at this position; in an IBAN, the front is its country.
    case cannotStandHere
    /// No character fits between the front and the back; either can be missing.
    case nothingFits
    /// All positions are full, so there is no room for the subject.
    case noPlace
    /// The subject is a literal that was typed before the part in front of it was full.
    case early
    /// The subject is a digit that does not fit into the same part as the digits before it.
    case outOfPart
    /// The subject is valid only at the beginning of the text, whose kind can be in `whole`.
    case frontOnly
    /// The subject may occur only once.
    case already
    /// The text after the caret does not fit; if the part is the country, it does not fit the
    /// country of an IBAN.
    case restDoesNotFit
    /// A space is valid only between two characters of the class in `characters`.
    case spaceMisplaced
    /// The text in the subject is not accepted.
    case notTaken
    /// No text matches.
    case nothingMatches
    /// There are no names to choose from.
    case nothingToChoose
    /// No name contains the subject.
    case notContained
    /// Several entries contain the text, or one entry that the text does not identify; the count is
    /// the number of entries.
    case contained

    /// There are more characters than the limit; the count, if any, is their number. If the detail
    /// has a part, the limit applies to the part. If it has a back, the limit applies to the text
    /// before the back. If it has a front, the limit applies to a text that begins with the front.
    case tooMany
    /// There are more digits than the limit, which no number can exceed.
    case tooManyDigits
    /// Characters are missing; the count is their minimum number.
    case missing
    /// Characters are missing, and all missing positions expect the same characters; the count is
    /// their minimum number.
    case missingAlike
    /// The text is too short; the count is the minimum number of missing characters.
    case tooShort
    /// The part must have as many digits as the limit.
    case partLength
    /// An IBAN of the country in the subject must have as many characters as the limit.
    case accountLength

    /// Characters are missing at the caret.
    case unfinished
    /// Characters are missing, but not at the caret; the front is the whole text.
    case unfinishedElsewhere
    /// The missing scalars combine with the last character.
    case unfinishedCharacter
    /// The part is missing.
    case partMissing
    /// An address has no domain.
    case domainMissing
    /// The domain of an address has no dot.
    case domainWithoutPoint
    /// The number is missing after its sign, the front.
    case numberMissing
    /// A digit is missing before or after the separator in the subject.
    case digitMissing
    /// The subject contains no digits.
    case noDigits
    /// The subject, if there is one, is not of the kind in `whole`.
    case notOfKind
    /// A duration must begin with hours.
    case hoursFirst
    /// A telephone number must begin with a country code.
    case countryCodeFirst
    /// A telephone number must begin with a plus sign and a country code.
    case plusFirst
    /// No country code in IBANs begins with the subject.
    case beginsNoCountry
    /// The subject is not a country code in IBANs.
    case noSuchCountry

    /// The subject, a number or a duration, is out of range; the bounds are given for a duration.
    case outOfRange
    /// The subject is below the minimum.
    case belowMinimum
    /// The subject is above the maximum.
    case aboveMaximum
    /// The subject is not valid for the part, whose number is in `numbers`.
    case noSuchPart
    /// The day in `numbers` does not exist; the limit is the number of days in the month.
    case noSuchDay
    /// The subject is the beginning of dates and times that do not exist, because the clocks go
    /// forward.
    case skippedTime
    /// The subject is before the minimum.
    case beforeRange
    /// The subject is after the maximum.
    case afterRange
    /// The check digit is wrong, or `count` digits are missing to the usual length.
    case checkDigit
    /// The check digits are wrong.
    case checkDigits

    /// The subject is a grouping separator, which users do not type; the back is the decimal
    /// separator.
    case separatorNotTyped
    /// The subject is a grouping separator in a wrong position; the back is the decimal separator.
    case separatorMisplaced
    /// The subject can be a grouping or a decimal separator; the back is the decimal separator.
    case separatorAmbiguous
  }
}
