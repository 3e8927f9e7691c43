"""Where frames come from: cameras, a video, a folder of pictures. Devices are imported only when one is opened."""
