import { Button, Group, Modal, Stack } from '@mantine/core';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { ProblemNotice } from '../components/connection/notice.tsx';
import { askUnsaved, useHeld } from '../components/dialog/unsaved.ts';
import { isTopmostDialog, useFocusBack } from '../components/focus/focus-back.ts';
import { useTexts } from '../i18n/texts.ts';
import { cutPicture } from './cut-picture.ts';

interface PictureCropProps {
  readonly file: File;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onCut: (picture: Blob) => void;
  readonly onLeave: () => void;
  readonly onUnreadable: () => void;
}

const START = { x: 0, y: 0 };
const MOST_ZOOM = 4;
const CROP = 'profile-picture';

/** Previews the crop before uploading. Moved by dragging or arrow keys, zoomed by wheel, pinch or slider. */
export function PictureCrop({ file, busy, error, onCut, onLeave, onUnreadable }: PictureCropProps) {
  const { say } = useTexts();
  useFocusBack();
  useHeld(CROP, true);
  const address = useAddressOf(file);
  const [crop, setCrop] = useState(START);
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<{ readonly share: Area; readonly pixels: Area }>();
  const cutting = useMutation({
    mutationFn: (pixels: Area) => cutPicture(address ?? '', file.type, pixels),
    onSuccess: onCut,
    onError: onUnreadable,
  });
  return (
    <Modal
      opened
      onClose={() => isTopmostDialog() && askUnsaved(onLeave)}
      closeOnClickOutside={false}
      title={say('profile.crop.title')}
      closeButtonProps={{ 'aria-label': say('app.close') }}
      centered
    >
      <Stack gap="md">
        {error !== null && <ProblemNotice error={error} />}
        <div className="crop">
          {address && (
            <Cropper
              image={address}
              crop={crop}
              zoom={zoom}
              maxZoom={MOST_ZOOM}
              aspect={1}
              cropShape="round"
              showGrid={false}
              disableAutomaticStylesInjection
              onCropChange={setCrop}
              onZoomChange={setZoom}
              onCropAreaChange={(share, pixels) => setArea({ share, pixels })}
              mediaProps={{ onError: onUnreadable, alt: '' }}
              cropperProps={{ 'aria-label': say('profile.crop.move'), role: 'application' }}
            />
          )}
        </div>
        <Group gap="md" wrap="nowrap">
          {address && <Preview address={address} share={area?.share} />}
          <label className="zoom">
            {say('profile.crop.zoom')}
            <input
              type="range"
              data-autofocus
              min={1}
              max={MOST_ZOOM}
              step={0.05}
              value={zoom}
              onChange={(event) => setZoom(Number(event.currentTarget.value))}
            />
          </label>
        </Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => askUnsaved(onLeave)}>
            {say('app.cancel')}
          </Button>
          <Button
            loading={busy || cutting.isPending}
            disabled={area === undefined}
            onClick={() => area && cutting.mutate(area.pixels)}
          >
            {say('profile.crop.save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** As others will see it. */
function Preview({ address, share }: { address: string; share: Area | undefined }) {
  const { say } = useTexts();
  if (share === undefined || share.width === 0) return <div className="crop-preview" />;
  return (
    <div className="crop-preview" role="img" aria-label={say('profile.crop.preview')}>
      <img
        src={address}
        alt=""
        style={{
          width: `${10_000 / share.width}%`,
          height: `${10_000 / share.height}%`,
          left: `${(-100 * share.x) / share.width}%`,
          top: `${(-100 * share.y) / share.height}%`,
        }}
      />
    </div>
  );
}

/** An object URL of the chosen file, revoked when no longer shown. */
function useAddressOf(file: File): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
